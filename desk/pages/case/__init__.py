"""Cases: the list, one at a glance, what is changed about it, and cases to and from other committees."""
