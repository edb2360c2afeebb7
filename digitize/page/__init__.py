"""The form in a photo: found by its markers, squared up, its light evened out, and checked."""

from fairdeal.digitize.page.find import Page, find_page, find_pages

__all__ = ["Page", "find_page", "find_pages"]
