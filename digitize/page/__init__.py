"""The form in a photo: found by its markers, squared up, its light evened out, and checked."""
