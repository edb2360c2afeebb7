"""Typed logs, printed or on a screen, and photographed, scanned or sent as files. All of it is synthetic.

`pages.printed_page` makes the page of a seed: a record (`logs`), drawn by a layout (`layouts`) in a face
(`faces`), and what a printer and a camera make of it (`looks`).
"""
