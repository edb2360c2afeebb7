"""TIFF as scanners and fax machines make it, good and bad."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from PIL import Image

from bench.soak import hostile_files as tiffs
from fairdeal.desk.files import is_text
from fairdeal.desk.intake.documents import of_bytes
from fairdeal.digitize.pictures import page_count, pictures
from fairdeal.digitize.pictures.decode import USEFUL_PIXELS, Content, open_photo, sniff
from fairdeal.digitize.pictures.pdf import MOST_PAGES
from fairdeal.digitize.trouble import ReadError


def stretched(side: int = 9_900) -> bytes:
    """98 megapixels whose resolution says that each is four times as high as wide."""
    resolution, ratio = struct.pack("<4I", 400, 1, 100, 1), 5
    tags = [*tiffs.image(side, side), (282, ratio, 1, 16), (283, ratio, 1, 24)]
    return tiffs.tiff(tags, resolution)


def ring() -> bytes:
    """A page that comes after itself."""
    return tiffs.tiff(tiffs.image(300, 300))[:-4] + struct.pack("<I", 16)


def scene(width: int = 320, height: int = 240, ink: str = "black") -> Image.Image:
    """A dark patch in the top left corner of white paper."""
    page = Image.new("RGB", (width, height), "white")
    page.paste(ink, (0, 0, width // 4, height // 4))
    return page


def saved(*shown: Image.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    first, *more = shown
    first.save(buffer, "TIFF", save_all=bool(more), append_images=more, **options)
    return buffer.getvalue()


def refusal(data: bytes) -> ReadError:
    with pytest.raises(ReadError) as caught:
        list(pictures(data, "scan.tif"))
    assert "scan.tif" in str(caught.value) and caught.value.remedy
    return caught.value


@pytest.mark.parametrize(
    ("mode", "packed"),
    [
        ("1", "group4"),
        ("1", "group3"),
        ("1", "packbits"),
        ("1", None),
        ("L", "tiff_lzw"),
        ("L", "jpeg"),
        ("P", "tiff_lzw"),
        ("I;16", None),
        ("RGB", "jpeg"),
        ("RGB", "tiff_lzw"),
        ("RGB", "tiff_adobe_deflate"),
        ("CMYK", "tiff_lzw"),
    ],
)
def test_what_scanners_make_is_read(mode: str, packed: str | None) -> None:
    shown = scene()
    if mode == "I;16":
        shown = Image.fromarray(np.asarray(shown.convert("L")).astype(np.uint16) * 257)
    else:
        shown = shown.convert(mode)
    (picture,) = pictures(saved(shown, compression=packed), "scan.tif")
    assert picture.name == "scan.tif"
    assert picture.image.shape == (240, 320, 3) and picture.image.dtype == np.uint8
    assert picture.image[20, 20].max() < 60
    assert picture.image[200, 300].min() > 200


def test_colour_order_is_blue_green_red() -> None:
    (picture,) = pictures(saved(scene(ink="red"), compression="tiff_lzw"), "scan.tif")
    assert tuple(picture.image[20, 20]) == (0, 0, 255)


def test_pages_are_named_and_drawn() -> None:
    data = saved(scene(), scene(240, 320).convert("1"), scene(400, 300))
    assert page_count(data, "scan.tif") == 3
    shown = list(pictures(data, "scan.tif"))
    assert [each.name for each in shown] == [f"scan.tif#page={n}" for n in (1, 2, 3)]
    assert [each.image.shape[:2] for each in shown] == [(240, 320), (320, 240), (300, 400)]
    again = open_photo(data, "scan.tif#page=2")
    assert np.array_equal(again.image, shown[1].image)


def test_a_page_that_is_not_there_is_said() -> None:
    with pytest.raises(ReadError) as caught:
        list(pictures(saved(scene(), scene()), "scan.tif", 3))
    assert caught.value.code == "page-missing"


def test_a_smaller_copy_of_a_page_is_no_page() -> None:
    page, copy = tiffs.image(300, 300), [(254, 4, 1, 1), *tiffs.image(200, 200)]
    first = tiffs.directory(page, 16 + len(tiffs.directory(page, 0)))
    data = b"II*\0" + struct.pack("<I", 16) + bytes(8) + first + tiffs.directory(copy, 0)
    assert page_count(data, "scan.tif") == 1
    assert (
        page_count(
            data.replace(struct.pack("<HHII", 254, 4, 1, 1), struct.pack("<HHII", 254, 4, 1, 2)), ""
        )
        == 2
    )


@pytest.mark.parametrize(
    ("dpi", "size"),
    [
        ((204, 98), (320, 500)),
        ((204, 196), (320, 250)),
        ((204, 391), (613, 240)),
        ((300, 300), (320, 240)),
        ((1, 300), (320, 240)),
    ],
)
def test_a_fax_has_square_pixels(dpi: tuple[int, int], size: tuple[int, int]) -> None:
    data = saved(scene().convert("1"), compression="group4", dpi=dpi)
    (picture,) = pictures(data, "fax.tif")
    assert picture.image.shape[1::-1] == size
    assert picture.image[size[1] // 5, size[0] // 5].max() < 60


@pytest.mark.parametrize(("turn", "corner"), [(1, "tl"), (3, "br"), (6, "tr"), (8, "bl")])
def test_a_turned_page_is_upright_and_square(turn: int, corner: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    data = saved(scene(), exif=exif, dpi=(200, 100), compression="tiff_lzw")
    (picture,) = pictures(data, "scan.tif")
    height, width = picture.image.shape[:2]
    assert (width, height) == ((320, 480) if turn < 5 else (480, 320))
    row = 5 if corner[0] == "t" else height - 5
    column = 5 if corner[1] == "l" else width - 5
    assert picture.image[row, column].max() < 60


def test_a_large_scan_is_made_smaller_and_says_so() -> None:
    data = saved(Image.new("1", (6000, 5000), 1), compression="group4")
    (picture,) = pictures(data, "large.tif")
    assert picture.image.shape[0] * picture.image.shape[1] <= USEFUL_PIXELS * 1.01
    assert picture.scale == pytest.approx(picture.image.shape[1] / 6000)


@pytest.mark.parametrize("packed", ["group4", "tiff_lzw", None])
def test_a_file_that_breaks_off_is_refused(packed: str | None) -> None:
    noise = np.random.default_rng(2).integers(0, 2, (300, 300), np.uint8) * 255
    data = saved(
        Image.fromarray(noise).convert("1" if packed == "group4" else "L"), compression=packed
    )
    for at in (8, 60, len(data) // 2, len(data) - 40):
        assert refusal(data[:at]).code == "picture-broken"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (tiffs.vast_tiff(), "picture-too-large"),
        (stretched(), "picture-too-large"),
        (tiffs.many_pages_tiff(MOST_PAGES + 1), "tiff-pages"),
        (tiffs.many_pages_tiff(3_000), "tiff-pages"),
        (tiffs.swollen_tags_tiff(), "picture-broken"),
        (b"II*\0" + bytes(4), "picture-broken"),
        (b"II*\0\x08\0\0\0" + b"\xff" * 40, "picture-broken"),
    ],
)
def test_hostile_files_are_refused_before_they_are_decoded(data: bytes, code: str) -> None:
    assert refusal(data).code == code


def test_pages_in_a_ring_are_read_once() -> None:
    assert page_count(ring(), "ring.tif") == 1


def test_noise_behind_the_signature_is_refused_or_read() -> None:
    chance = np.random.default_rng(5)
    good = saved(scene(), compression="tiff_lzw")
    for _ in range(60):
        bad = bytearray(good)
        for at in chance.integers(4, len(bad), 6):
            bad[at] = chance.integers(0, 256)
        try:
            list(pictures(bytes(bad), "scan.tif"))
        except ReadError as error:
            assert error.remedy


def test_content_says_what_it_is() -> None:
    data = saved(scene())
    assert sniff(data) is Content.TIFF
    assert not is_text(data)
    big = refusal(b"II+\0" + bytes(60))
    assert big.code == "not-a-picture" and "more than 4 GB" in big.message


def test_a_document_has_a_transcript_a_page() -> None:
    document = of_bytes(saved(scene(), scene()), "scan.tif")
    assert [each.photo for each in document.transcripts] == ["scan.tif#page=1", "scan.tif#page=2"]
