"""The sheet of paper in a picture, found by its brightness or its edges."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fairdeal.digitize.printed.straighten import find_sheet, like_a_sheet

Picture = NDArray[np.uint8]
SHEET = np.array([(120, 90), (690, 130), (660, 980), (90, 930)], np.float64)


def picture(table: tuple[int, int, int], paper: tuple[int, int, int]) -> Picture:
    """A sheet lying askew on a table, with lines of text on it."""
    found = np.full((1060, 800, 3), table, np.uint8)
    cv2.fillConvexPoly(found, SHEET.astype(np.int32), paper)
    for y in range(200, 700, 40):
        cv2.putText(found, "KH 9C 10S JD", (200, y), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2)
    return found


def off(image: Picture) -> float:
    """How far the worst corner that was found is from the sheet's, in pixels."""
    found = find_sheet(image)
    return np.inf if found is None else float(np.abs(found - SHEET).max())


def test_a_bright_sheet_on_a_dark_table() -> None:
    assert off(picture((60, 60, 60), (220, 220, 220))) < 12


def test_a_shadow_across_the_sheet_cuts_nothing_off() -> None:
    image = picture((110, 110, 110), (220, 220, 220)).astype(np.float32)
    x, y = np.meshgrid(np.arange(image.shape[1]), np.arange(image.shape[0]))
    light = np.clip(0.45 + (620 - x - y / 4) / 80, 0.45, 1.0)
    assert off(np.asarray(image * light[..., None], np.uint8)) < 12


def test_a_sheet_no_brighter_than_the_table_is_found_by_its_colour() -> None:
    beige, bluish = (165, 185, 195), (200, 184, 175)
    levels = cv2.cvtColor(np.array([[beige, bluish]], np.uint8), cv2.COLOR_BGR2GRAY)[0]
    assert abs(int(levels[0]) - int(levels[1])) < 4
    assert off(picture(beige, bluish)) < 12


def test_of_a_screen_in_its_frame_the_screen_is_the_sheet() -> None:
    image = picture((120, 120, 120), (225, 225, 225))
    around = (SHEET - SHEET.mean(0)) * 1.1 + SHEET.mean(0)
    framed = np.full_like(image, 120)
    cv2.fillConvexPoly(framed, around.astype(np.int32), (15, 15, 15))
    inside = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), SHEET.astype(np.int32), 1)
    framed[inside > 0] = image[inside > 0]
    assert off(framed) < 12


def test_a_sharp_shadow_makes_no_edge_of_the_sheet() -> None:
    image = picture((110, 110, 110), (220, 220, 220))
    image[:, 560:] = image[:, 560:] // 2
    assert off(image) < 12


def test_what_leans_more_than_any_sheet_is_none() -> None:
    """Light that falls off across a page parted it slantwise: the corners of the bright part were taken for
    those of a sheet, and its columns ran into each other."""
    leaning = np.array([(20, 2), (244, 2), (244, 326), (8, 135)], np.float64)
    assert like_a_sheet(SHEET)
    assert not like_a_sheet(leaning)


def test_light_without_an_edge_is_no_sheet() -> None:
    """The brighter part of a scan was cut out, and with it the left of its lines was lost."""
    patch = np.array([(85, 125), (700, 12), (740, 1055), (0, 1040)])
    bright = cv2.fillConvexPoly(np.zeros((1060, 800), np.float32), patch, 1.0)
    light = 140 + 100 * cv2.GaussianBlur(bright, (0, 0), 45)
    image = np.repeat(light[..., None], 3, 2).astype(np.uint8)
    sharp = np.repeat((140 + 100 * bright)[..., None], 3, 2).astype(np.uint8)
    assert find_sheet(image) is None
    assert find_sheet(sharp) is not None


def test_the_edge_of_a_shadow_alone_makes_no_sheet() -> None:
    """What lay beyond the shadow was cut out: all lines lost their left half."""
    lit = np.array([(356, 0), (799, 0), (799, 1059), (70, 1059)])
    light = cv2.fillConvexPoly(np.full((1060, 800), 120, np.uint8), lit, 210)
    assert find_sheet(np.repeat(light[..., None], 3, 2)) is None
