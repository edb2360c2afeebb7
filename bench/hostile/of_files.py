"""Attacks by one file, with an honest one beside it in the same command: that one must be done."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.hostile import pdfs, pictures, records, tiffs
from bench.hostile.attack import LIMIT_MEMORY, LIMIT_SECONDS, ROOT, Attack, Trial
from bench.hostile.watch import Watched

TYPED: Final = "honest.hrn"
PHOTO: Final = "honest.jpg"
_SAMPLE: Final = ROOT / "samples" / "onam-cup" / "hand-log-deal-02.jpg"


def checked(file: str, make: Callable[[], bytes], tries: str, *more: str, **bounds: Any) -> Attack:
    """A typed record given to `check`, with an honest one after it."""

    def ready(folder: Path) -> Trial:
        (folder / file).write_bytes(make())
        (folder / TYPED).write_bytes(records.honest(1))
        command = ("check", file, TYPED, *more)
        return Trial(command, folder, holds=_was_checked, **bounds)

    return Attack(_named("check", file, *more), tries, ready)


def reported(file: str, make: Callable[[], bytes], tries: str, **bounds: Any) -> Attack:
    """A typed record of which a report is written."""

    def ready(folder: Path) -> Trial:
        (folder / file).write_bytes(make())
        out = folder / "report.html"
        return Trial(("report", file, "-o", out.name), folder, written=(out,), **bounds)

    return Attack(_named("report", file), tries, ready)


def photographed(file: str, make: Callable[[], bytes], tries: str, **bounds: Any) -> Attack:
    """A picture or a scan given to `read`, with an honest photo after it. It may take what one worker
    may take, for it is drawn; of the file one line must speak."""

    def ready(folder: Path) -> Trial:
        (folder / file).write_bytes(make())
        shutil.copy(_SAMPLE, folder / PHOTO)
        allowed: dict[str, Any] = {
            "refused": (file,),
            "seconds": LIMIT_SECONDS,
            "memory": LIMIT_MEMORY,
        } | bounds
        command = ("read", file, PHOTO, "--format", "jsonl")
        return Trial(command, folder, holds=_was_read, **allowed)

    return Attack(_named("read", file), tries, ready)


def _named(command: str, file: str, *more: str) -> str:
    return "-".join((command, file.replace(".", "-"), *(each.strip("-") for each in more)))


def _was_checked(found: Watched) -> str:
    return "" if f"{TYPED}" in found.out else "the honest record was not checked"


def _was_read(found: Watched) -> str:
    told = [json.loads(line) for line in found.out.splitlines() if line.startswith("{")]
    done = any(each["photo"] == PHOTO and len(each["fields"]) > 50 for each in told)
    return "" if done else "the honest photo was not read"


def _several(name: str, tries: str, make: Callable[[], Sequence[tuple[str, bytes]]]) -> Attack:
    """Many bad files in one command: one line of each, and the honest photo is read."""

    def ready(folder: Path) -> Trial:
        files = list(make())
        for file, data in files:
            (folder / file).write_bytes(data)
        shutil.copy(_SAMPLE, folder / PHOTO)
        names = [file for file, _ in files]
        command = ("read", *names, PHOTO, "--format", "jsonl")
        return Trial(command, folder, refused=names, holds=_was_read, seconds=LIMIT_SECONDS)

    return Attack(name, tries, ready)


RECORDS: Final = (
    checked("one-card.hrn", partial(records.one_card, 200), "665 bytes: one card 200 times"),
    reported("one-card.hrn", partial(records.one_card, 200), "665 bytes: one card 200 times"),
    checked("one-card-9-kb.hrn", partial(records.one_card, 3_000), "9 KB: one card 3,000 times"),
    reported("one-card-9-kb.hrn", partial(records.one_card, 3_000), "9 KB: one card 3,000 times"),
    reported(
        "one-card-in-six-hands.hrn",
        partial(records.one_card_in_every_hand, 100),
        "2 KB: one card in every hand",
    ),
    checked(
        "one-card-played.hrn", partial(records.one_card_played, 2_000), "one card, 2,000 tricks"
    ),
    checked("one-trick.hrn", partial(records.one_trick, 20_000), "a trick of 20,000 cards"),
    checked("long-auction.hrn", partial(records.long_auction, 20_000), "20,000 calls"),
    checked("all-pass.hrn", partial(records.all_pass, 100_000), "100,000 passes"),
    checked(
        "auction-lines.hrn", partial(records.long_auction, 5_000, 10), "5,000 calls in 500 lines"
    ),
    checked(
        "pass-lines.hrn", partial(records.all_pass, 50_000, 10), "50,000 passes in 5,000 lines"
    ),
    checked("many-blocks.hrn", partial(records.many_blocks, 5_000), "an auction begun 5,000 times"),
    checked("unclear-call.hrn", partial(records.unclear_call, 40), "a call of 2^40 readings"),
    checked("nested-braces.hrn", partial(records.nested_braces, 20_000), "20,000 braces deep"),
    checked("doubtful-hands.hrn", partial(records.doubtful_hands, 8), "every card in doubt"),
    reported("doubtful-hands.hrn", partial(records.doubtful_hands, 8), "every card in doubt"),
    checked("doubtful-sheet.hrn", partial(records.doubtful_sheet, 40), "every entry in doubt"),
    checked(
        "many-sheets.hrn", partial(records.many_sheets, 300), "300 copies of a sheet, none alike"
    ),
    checked("wide-sheet.hrn", partial(records.wide_sheet, 20_000), "a sheet of 20,000 columns"),
    checked("many-deals.hrn", partial(records.many_deals, 5_000), "5,000 deals of one number"),
    checked(
        "many-claims.hrn", partial(records.many_claims, 50), "50 claims with all cards in hand"
    ),
    checked("many-events.hrn", partial(records.many_events, 20_000), "20,000 events in one trick"),
    checked("many-tags.hrn", partial(records.many_tags, 50_000), "50,000 tags"),
    checked("garbage.hrn", partial(records.garbage, 20_000), "20,000 lines of signs"),
    checked(
        "one-line.hrn", partial(records.one_line, 2_000_000), "a line of 2 MB that never closes"
    ),
    checked("blanks.hrn", partial(records.blanks, 100_000), "500 KB of blanks within a call"),
    checked("open-quotes.hrn", partial(records.open_quotes, 20), "20 texts that nobody closes"),
    checked("blank-lines.hrn", partial(records.lines_of_blanks, 50), "50 lines of 19,000 blanks"),
    checked("large-figures.hrn", partial(records.large_figures, 5_000), "figures of 5,000 digits"),
    checked(
        "strange-names.hrn", records.strange_names, "names with markup and signs for a terminal"
    ),
    checked("games.pbn", partial(records.pbn_games, 2_000), "2,000 honest games"),
    checked(
        "unclosed.pbn", partial(records.pbn_unclosed, 2_000), "2,000 comments that never close"
    ),
    checked("tags.pbn", partial(records.pbn_tags, 50_000), "a game of 50,000 tags"),
    checked("tags.pbn", partial(records.pbn_tags, 50_000), "a game of 50,000 tags", "--strict"),
    checked(
        "table.pbn", partial(records.pbn_table, 999_999_999), "a column as wide as a continent"
    ),
    checked("table.pbn", partial(records.pbn_table, 999_999_999), "the same", "--strict"),
    checked("hand.pbn", partial(records.pbn_hand, 3_000), "12 KB: hands of 3,000 aces"),
    reported("hand.pbn", partial(records.pbn_hand, 3_000), "12 KB: hands of 3,000 aces"),
    checked("auction.pbn", partial(records.pbn_auction, 30_000), "30,000 calls"),
    checked("play.pbn", partial(records.pbn_play, 30_000), "30,000 tricks"),
    checked("brackets.pbn", partial(records.pbn_brackets, 100_000), "100,000 of each bracket"),
    checked("one-line.pbn", partial(records.pbn_one_line, 15_000_000), "a tag of 15 MB"),
    checked("bars.lin", partial(records.lin_bars, 1_000_000), "a million bars"),
    checked(
        "commands.lin", partial(records.lin_commands, 20_000), "20,000 calls and cards too many"
    ),
    checked("hands.lin", partial(records.lin_hands, 50_000), "50 KB: a hand of 50,000 aces"),
    checked("boards.lin", partial(records.lin_boards, 1_000), "1,000 honest boards"),
)

PICTURES: Final = (
    photographed("nested-forms.pdf", pdfs.nested_forms, "2 KB: forms within forms, ten of each"),
    photographed("many-paths.pdf", pdfs.many_paths, "300 KB: six million lines"),
    photographed("letters.pdf", pdfs.letters, "two million letters at two places"),
    photographed(
        "no-size.pdf", pdfs.letters_of_no_size, "letters as large as the sky, and as dust"
    ),
    photographed("nested-patterns.pdf", pdfs.nested_patterns, "2 KB: tiles painted with tiles"),
    photographed("flate.pdf", pdfs.flate_bomb, "13 KB: a drawing of 8 GB"),
    photographed("image.pdf", pdfs.image_bomb, "17 KB: an image of 3,600 megapixels"),
    photographed("many-images.pdf", pdfs.many_images, "85 KB: 100 images of 100 megapixels"),
    photographed("jbig2.pdf", pdfs.jbig2_bomb, "800 bytes: an image of 4,225 megapixels"),
    photographed("huge-page.pdf", pdfs.huge_page, "pages of a million kilometres", refused=()),
    photographed(
        "many-pages.pdf", pdfs.many_pages, "23 KB: 100 pages of 200,000 lines", refused=()
    ),
    photographed(
        "ring.pdf", pdfs.pages_in_a_ring, "a tree of pages that is its own branch", refused=()
    ),
    photographed("brackets.pdf", pdfs.deep_arrays, "half a million brackets deep"),
    photographed("vast.tif", tiffs.vast, "130 bytes: 3,600 megapixels of fax"),
    photographed("stretched.tif", tiffs.stretched, "98 megapixels that are said to be 392"),
    photographed("blank.tif", tiffs.blank, "1 KB: 98 megapixels of fax", refused=()),
    photographed(
        "blank-pages.tif", tiffs.many_blank_pages, "six pages of 98 megapixels", refused=()
    ),
    photographed("many-pages.tif", tiffs.many_pages, "80 MB: 700,000 pages"),
    photographed("tags.tif", tiffs.swollen_tags, "1.7 MB: tags of 60 GB"),
    photographed("ring.tif", tiffs.ring, "a page that comes after itself", refused=()),
    photographed("deep.png", pictures.deep_png, "380 KB: 49 megapixels of 64 bits"),
    photographed(
        "deep-limit.png", pictures.deep_png_at_the_limit, "780 KB: 100 megapixels of 64 bits"
    ),
    photographed("one-bit.png", pictures.black_and_white_png, "12 KB: 100 megapixels of one bit"),
    photographed("laced.png", pictures.laced_png, "1 KB: 100 megapixels in seven passes"),
    photographed("vast.png", pictures.vast_png, "74 bytes: 3,600 megapixels"),
    photographed("thin.png", pictures.thin_png, "290 KB: 200 pixels wide, 499,999 high"),
    photographed("overlong.png", pictures.overlong_png, "4 GB behind the last row"),
    photographed("text.png", pictures.text_png, "4,000 texts of a megabyte each"),
    photographed("profile.png", pictures.profile_png, "a colour profile of 2 GB"),
    photographed("film.png", pictures.film_png, "a film of 4,000 million pictures"),
    photographed("scans.jpg", pictures.many_scans_jpeg, "1 MB: 10,000 scans over 64 megapixels"),
    photographed("vast.jpg", pictures.vast_jpeg, "600 bytes: 4,290 megapixels"),
    photographed("padded.jpg", pictures.padded_jpeg, "78 MB of comments"),
    photographed("notes.jpg", pictures.exif_jpeg, "notes that point to themselves"),
    photographed("vast.webp", pictures.vast_webp, "38 bytes: 100 megapixels"),
    photographed("film.webp", pictures.film_webp, "100 KB: 2,000 pictures of 16 megapixels"),
    photographed("vast.heic", pictures.vast_heic, "1.5 KB: 3,600 megapixels"),
    photographed("wrong.heic", pictures.wrong_heic, "81 megapixels said, fewer there"),
    photographed("grid.png", pictures.grid, "nothing but ruled lines"),
    photographed("noise.png", pictures.noise, "12 megapixels of noise"),
    photographed("marks.png", pictures.marks, "7,000 corner marks", refused=()),
    photographed("print.png", pictures.print_everywhere, "15,000 words", refused=()),
    _several(
        "read-truncated",
        "photos of six kinds, each cut off at four places",
        lambda: list(pictures.truncated()),
    ),
    _several(
        "read-other-kinds",
        "a GIF, an empty TIFF, an SVG, a ZIP, zeros",
        lambda: list(pictures.others()),
    ),
)
