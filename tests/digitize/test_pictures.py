"""Bounded decoding: every kind of file, good and bad."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pypdfium2
import pytest
from PIL import Image

from fairdeal.desk.confined import Work, Workers
from fairdeal.digitize.pictures import (
    decode as jpeg,
    page_count,
    page_name,
    pictures,
    split_page_name,
)
from fairdeal.digitize.pictures.decode import USEFUL_PIXELS, Content, sniff
from fairdeal.digitize.pictures.picture import to_colour
from fairdeal.digitize.trouble import ReadError
from tests.support import attacks


def scene(width: int = 320, height: int = 240) -> Image.Image:
    """Red in the top left corner, blue elsewhere: shows turns and colour order."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[..., 2] = 200
    pixels[: height // 4, : width // 4] = (220, 0, 0)
    return Image.fromarray(pixels)


def saved(kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    scene().save(buffer, kind, **options)
    return buffer.getvalue()


def only(data: bytes, name: str = "photo") -> np.ndarray:
    (picture,) = pictures(data, name)
    return picture.image


def refusal(data: bytes, name: str = "sheet.jpg") -> ReadError:
    with pytest.raises(ReadError) as caught:
        list(pictures(data, name))
    assert name in str(caught.value)
    assert caught.value.remedy
    assert caught.value.exit_code == 2
    return caught.value


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_colour_order_is_blue_green_red(kind: str) -> None:
    image = only(saved(kind))
    assert image.shape == (240, 320, 3)
    assert image[10, 10, 2] > 180 and image[10, 10, 0] < 60
    assert image[200, 300, 0] > 160 and image[200, 300, 2] < 60


def test_heic() -> None:
    heif = pillow_heif.from_pillow(scene())
    buffer = io.BytesIO()
    heif.save(buffer, quality=90)
    image = only(buffer.getvalue(), "IMG_0001.HEIC")
    assert image.shape == (240, 320, 3)
    assert image[10, 10, 2] > 180


@pytest.mark.parametrize(
    ("turn", "corner"),
    [(1, "tl"), (2, "tr"), (3, "br"), (4, "bl"), (5, "tl"), (6, "tr"), (7, "br"), (8, "bl")],
)
def test_exif_turn_is_applied_once(turn: int, corner: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    image = only(saved("JPEG", exif=exif))
    assert image.shape[:2] == ((240, 320) if turn < 5 else (320, 240))
    row = 5 if corner[0] == "t" else image.shape[0] - 5
    column = 5 if corner[1] == "l" else image.shape[1] - 5
    assert image[row, column, 2] > 150, "the red corner"


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "1", "CMYK", "I;16"])
def test_every_mode_becomes_colour(mode: str) -> None:
    buffer = io.BytesIO()
    if mode == "I;16":
        Image.fromarray(np.full((240, 320), 40_000, np.uint16)).save(buffer, "PNG")
    else:
        scene().convert(mode).save(buffer, "JPEG" if mode == "CMYK" else "PNG")
    image = only(buffer.getvalue())
    assert image.shape == (240, 320, 3)
    assert image.dtype == np.uint8


def test_transparent_is_white() -> None:
    buffer = io.BytesIO()
    Image.new("RGBA", (300, 300), (0, 0, 0, 0)).save(buffer, "PNG")
    assert only(buffer.getvalue()).min() == 255


def test_large_photo_is_made_smaller_and_says_so() -> None:
    buffer = io.BytesIO()
    Image.new("L", (8000, 6000), 255).save(buffer, "JPEG")
    (picture,) = pictures(buffer.getvalue(), "large")
    height, width = picture.image.shape[:2]
    assert width * height <= USEFUL_PIXELS * 1.01
    assert picture.scale == pytest.approx(width / 8000)


def bomb(width: int, height: int) -> bytes:
    """A PNG that says it is huge; its data are a few bytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(60_000, 60_000), (20_000, 6_000)])
def test_bomb_is_refused_before_decoding(size: tuple[int, int]) -> None:
    assert refusal(bomb(*size), "bomb.png").code == "picture-too-large"


def test_half_a_jpeg_is_refused() -> None:
    data = saved("JPEG", quality=95)
    assert refusal(data[: len(data) // 2]).code == "picture-broken"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_half_a_picture_is_refused(kind: str) -> None:
    data = saved(kind)
    assert refusal(data[: len(data) // 2]).code == "picture-broken"


def test_half_a_heic_is_refused() -> None:
    buffer = io.BytesIO()
    pillow_heif.from_pillow(scene()).save(buffer)
    data = buffer.getvalue()
    assert refusal(data[: len(data) // 2]).code == "picture-broken"


def test_empty_file() -> None:
    assert refusal(b"").code == "empty-file"


def test_text_named_jpg() -> None:
    error = refusal(b'[Deal "1"]\nAuction:\n3: 28 S\n')
    assert error.code == "not-a-picture"
    assert "text" in str(error) and ".hrn" in error.remedy


@pytest.mark.parametrize("data", [b"GIF89a" + bytes(50), b"PK\x03\x04" + bytes(50), bytes(100)])
def test_other_content(data: bytes) -> None:
    assert refusal(data).code == "not-a-picture"


def test_tiny_picture() -> None:
    buffer = io.BytesIO()
    Image.new("L", (60, 800), 255).save(buffer, "PNG")
    assert refusal(buffer.getvalue()).code == "picture-too-small"


def test_strip_is_no_page() -> None:
    assert refusal(bomb(4_001, 200)).code == "picture-a-strip"
    assert refusal(bomb(200, 4_000)).code == "picture-broken"


def test_strip_in_a_pdf_is_refused_and_its_other_pages_are_drawn() -> None:
    drawn = pictures(document((595, 842), (0.01, 2_000_000)), "scan.pdf")
    assert next(drawn).name == "scan.pdf#page=1"
    with pytest.raises(ReadError) as told:
        next(drawn)
    assert told.value.code == "picture-a-strip"


def test_noise_behind_every_signature_is_refused_or_read() -> None:
    chance = np.random.default_rng(5)
    for start in (b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF0000WEBP", b"%PDF-1.4\n"):
        refusal(start + chance.bytes(500))
    refusal(b"\0\0\0\x18ftypheic" + chance.bytes(500))


def document(*sizes: tuple[float, float]) -> bytes:
    pdf = pypdfium2.PdfDocument.new()
    for width, height in sizes:
        pdf.new_page(width, height)
    buffer = io.BytesIO()
    pdf.save(buffer)
    return buffer.getvalue()


def test_pdf_pages_are_named_and_drawn() -> None:
    data = document((595, 842), (842, 595))
    assert page_count(data, "scan.pdf") == 2
    first, second = pictures(data, "scan.pdf")
    assert (first.name, second.name) == ("scan.pdf#page=1", "scan.pdf#page=2")
    assert first.image.shape[:2] == pytest.approx((3508, 2479), abs=3)
    (again,) = pictures(data, "scan.pdf", page=2)
    assert np.array_equal(again.image, second.image)


def test_single_pdf_page_keeps_the_name() -> None:
    (picture,) = pictures(document((595, 842)), "scan.pdf")
    assert picture.name == "scan.pdf"


def test_poster_sized_pdf_page_is_bounded() -> None:
    (picture,) = pictures(document((14_000, 14_000)), "poster.pdf")
    assert picture.image.shape[0] * picture.image.shape[1] < 26_000_000


def test_page_names_round_trip() -> None:
    assert split_page_name(page_name("a#b.pdf", 12)) == ("a#b.pdf", 12)
    assert split_page_name("photo.jpg") == ("photo.jpg", 1)


def test_sniffing_looks_at_content_alone() -> None:
    assert sniff(saved("PNG")) is Content.PNG
    assert sniff("ഓണം 28 S".encode()) is Content.TEXT
    ok, buffer = cv2.imencode(".jpg", np.zeros((9, 9), np.uint8))
    assert ok and sniff(buffer.tobytes()) is Content.JPEG


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks /proc")
def test_sixteen_bits_and_transparency_take_no_more_memory_than_they_must() -> None:
    """Sixteen megapixels are 64 MB as Pillow holds them and 48 in colour; they took 500 in all."""
    pool = Workers(1)
    work = Work("deep.png", "read", "", 60.0, 2000.0)
    data = attacks.deep_png(4_000)
    try:
        pool.call(work, peak_of, saved("PNG"))
        assert pool.call(work, peak_of, data) < 200
    finally:
        pool.close()


def peak_of(data: bytes) -> float:
    """How many megabytes more a process needs to decode a picture than it ever needed before."""
    before = _most_held()
    only(data)
    return _most_held() - before


def _most_held() -> float:
    """The most megabytes that this process ever held. (What `resource` says goes back to its parent.)"""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1e3


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "I;16", "1", "L"])
def test_a_picture_turned_to_colour_in_strips_is_the_same_as_at_once(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = np.random.default_rng(4)
    if mode == "I;16":
        picture = Image.fromarray(chance.integers(0, 65_535, (250, 300), np.uint16))
    else:
        picture = Image.fromarray(chance.integers(0, 255, (250, 300, 4), np.uint8)).convert(mode)
    whole = to_colour(picture)
    monkeypatch.setattr("fairdeal.digitize.pictures.picture.STRIP", 700)
    assert np.array_equal(to_colour(picture), whole)


def test_a_jpeg_larger_than_is_useful_is_decoded_small_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decoded: list[tuple[int, ...]] = []

    def noted(*args: object, **named: object) -> np.ndarray:
        decoded.append((found := decode(*args, **named)).shape)
        return found

    decode = jpeg.simplejpeg.decode_jpeg
    monkeypatch.setattr(jpeg.simplejpeg, "decode_jpeg", noted)
    buffer = io.BytesIO()
    scene(8000, 6400).save(buffer, "JPEG")
    (picture,) = pictures(buffer.getvalue(), "large.jpg")
    assert decoded[0][0] * decoded[0][1] < 1.5 * USEFUL_PIXELS
    height, width = picture.image.shape[:2]
    assert width * height <= USEFUL_PIXELS
    assert picture.scale == pytest.approx(width / 8000)
    at = round(1900 * picture.scale), round(1500 * picture.scale)
    assert picture.image[at[1], at[0], 2] > 180, "still in the red corner"


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_rows": 2}])
def test_a_damaged_middle_of_a_jpeg_is_refused(options: dict[str, object]) -> None:
    buffer = io.BytesIO()
    noise = np.random.default_rng(3).integers(0, 255, (400, 500, 3), np.uint8)
    Image.fromarray(noise).save(buffer, "JPEG", **options)
    data = bytearray(buffer.getvalue())
    half = len(data) // 2
    data[half : half + 300] = np.random.default_rng(5).bytes(300)
    assert refusal(bytes(data)).code == "picture-broken"


def test_stray_bytes_before_a_marker_are_no_damage() -> None:
    data = saved("JPEG")
    assert only(data[:-2] + bytes(16) + data[-2:]).shape == (240, 320, 3)


def test_what_others_print_while_a_jpeg_is_decoded_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Other threads write to the same standard error, those of the desk among them."""
    decode = jpeg.simplejpeg.decode_jpeg

    def beside(*args: object, **named: object) -> np.ndarray:
        os.write(2, b"a line of another thread\n")
        return decode(*args, **named)

    monkeypatch.setattr(jpeg.simplejpeg, "decode_jpeg", beside)
    only(saved("JPEG"))
    assert capfd.readouterr().err == "a line of another thread\n"


def test_a_picture_with_odd_exif_prints_nothing(recwarn: pytest.WarningsRecorder) -> None:
    """What other tests left open is warned of whenever the garbage is collected."""
    assert only(attacks.exif_bomb(tags=50, size=1_000)).shape == (300, 300, 3)
    assert [each for each in recwarn if each.category is not ResourceWarning] == []


def test_remarks_that_unpack_to_a_gigabyte_are_refused() -> None:
    assert refusal(attacks.swollen_text_png(), "text.png").code == "picture-broken"
