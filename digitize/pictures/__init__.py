"""Bytes to pictures: distinguished by content, measured before they are decoded, turned upright."""

from fairdeal.digitize.pictures.decode import page_count, pictures
from fairdeal.digitize.pictures.picture import (
    Picture,
    page_name,
    sheet_name,
    split_page_name,
    without_sheet,
)

__all__ = [
    "Picture",
    "page_count",
    "page_name",
    "pictures",
    "sheet_name",
    "split_page_name",
    "without_sheet",
]
