"""The archive's code on paper: typed wrongly, cut off, built again."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from fairdeal.desk.archive import page_code
from fairdeal.desk.archive.acts import Kind, canonical, chained, ledgered, text_digest
from fairdeal.desk.archive.page_code import ALPHABET, PageCode, _check, typed
from fairdeal.desk.archive.redaction import redact
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.archive.verify import find_page, head
from fairdeal.desk.cli import main
from fairdeal.desk.report.page import render
from fairdeal.desk.review import casework
from fairdeal.desk.review.committee import committee
from fairdeal.desk.trouble import DeskError
from tests.desk.archive.conftest import tamper
from tests.desk.conftest import COST

CODE = PageCode(120, "ab" * 32, signed=True)


def signed(archive: Archive, case: str) -> str:
    """Sign the case off as the desk does; the code on its report."""
    casework.act_on(archive, case, Kind.RULED, {"text": "A warning."}, "Bina")
    ruled = casework.recheck(archive, case)
    seen = archive.acts(case)[-1].number
    act = casework.sign_off(
        archive, case, lambda file: render(ruled, committee(file, ruled)).encode(), "Bina", seen
    )
    report = (archive.blob(case, str(act.body["report"])) or b"").decode()
    found = re.search(r"(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}", report)
    assert found is not None
    return found[0]


def test_a_code_has_twenty_letters_and_says_how_many_acts() -> None:
    assert re.fullmatch(r"(\w{4}-){4}\w{4}", CODE.text)
    again = typed(CODE.text)
    assert (again.acts, again.signed) == (120, True)
    assert again.fits("ab" * 32) and not again.fits("ac" + "ab" * 31)
    assert typed(PageCode(121, "ab" * 32, signed=True).text).hash != again.hash


def test_a_code_on_paper_stays_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_code, "COST", COST)
    assert CODE.text == "007H-AS96-4EMQ-EN40-ECXS"


def test_a_code_may_be_typed_as_people_type() -> None:
    spoken = CODE.text.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert typed(spoken) == typed(CODE.text)


def test_an_archive_of_more_acts_than_four_letters_count_has_a_longer_code() -> None:
    large = PageCode(600_000, "ab" * 32, signed=False)
    assert len(large.text.replace("-", "")) == 21
    assert typed(large.text).acts == 600_000 and typed(large.text).fits("ab" * 32)


@given(st.text(ALPHABET, min_size=19, max_size=24), st.data())
def test_any_one_wrong_letter_and_any_two_swapped_are_noticed(
    text: str, data: st.DataObject
) -> None:
    code = text + _check(text)
    at = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from(ALPHABET))
    mistyped = code[:at] + other + code[at + 1 :]
    to = data.draw(st.integers(0, len(code) - 1))
    swapped = list(code)
    swapped[at], swapped[to] = swapped[to], swapped[at]
    for wrong in (mistyped, "".join(swapped)):
        assert (_check(wrong[:-1]) == wrong[-1]) is (wrong == code)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CODE.text[:-1], "it has 19 letters"),
        (CODE.text.replace("-", "", 1)[:3] + "Z" + CODE.text[5:], "two are swapped"),
        (CODE.text[:-1] + "U", "has the letter U"),
        ("", "it has 0 letters"),
        ("0" * 300, "it has 300 letters"),
    ],
)
def test_a_code_typed_wrongly_is_said_to_be(text: str, said: str) -> None:
    with pytest.raises(DeskError, match=f"The code was mistyped: .*{said}"):
        typed(text)


def test_a_signed_report_shows_the_archive_before_its_own_signing(
    archive: Archive, case: str
) -> None:
    code = signed(archive, case)
    act = archive.acts(case)[-1]
    before = archive.act_at(act.number - 1)
    assert before is not None and typed(code).acts == act.number - 1 == before.number
    assert typed(code).signed and typed(code).fits(before.ledger)
    found = find_page(archive, code)
    assert f"Bina signed off the case {case} (Harbour Cup, table 1) at {act.at}" in found.words
    assert f"act {act.number} of the archive" in found.words
    archive.add(archive.open_case("Later", "B"), Kind.NOTE, {"text": "x"}, "B")
    assert find_page(archive, code) == found, "it stays true, whatever is added"


@pytest.mark.parametrize("withheld", [False, True])
def test_a_report_that_was_replaced_is_said_to_be_and_by_whom(
    archive: Archive, case: str, capsys: pytest.CaptureFixture[str], withheld: bool
) -> None:
    """A redaction excuses any bytes in a report's place, so the page's proof does not reach them."""
    code = signed(archive, case)
    report = str(archive.acts(case)[-1].body["report"])
    other = None if withheld else b"<p>Another ruling</p>"
    after = "" if other is None else hashlib.sha256(other).hexdigest()
    tamper(
        archive, "UPDATE case_blobs SET data = ?, now = ? WHERE digest = ?", other, after, report
    )
    said = {"acts": [], "documents": [{"digest": report, "now": after}], "photos": "cover"}
    act = archive.add(case, Kind.REDACTED, said, "Eve")
    command = ["archive", "--archive", str(archive.path), "verify", "--page", code]
    assert main(command) == 1
    shown = capsys.readouterr()
    assert "contains the page and everything" not in shown.out and "is whole" not in shown.out
    assert "Bina signed off the case" in shown.out
    assert f"redacted by Eve at {act.at} (act {act.number} of the case)" in shown.err
    says = "no longer stored" if withheld else "The stored report is not the one that was signed"
    assert says in shown.err


def test_a_redaction_of_something_else_does_not_bear_on_the_page(
    archive: Archive, case: str
) -> None:
    archive.add(case, Kind.NOTE, {"text": "Zacharias Quill phoned."}, "Bina")
    code = signed(archive, case)
    found = find_page(archive, code)
    assert redact(archive, ["Zacharias Quill"], "Eve").cases == (case,)
    assert find_page(archive, code) == found and not found.odd
    redact(archive, ["Anjali Menon"], "Dora")
    last = archive.acts(case)[-1]
    assert f"redacted by Dora at {last.at}" in find_page(archive, code).odd[0]


def test_the_picture_on_the_page_holds_the_whole_hash(archive: Archive, case: str) -> None:
    import base64

    import cv2
    import numpy as np

    code = head(archive)
    assert code is not None
    data = base64.b64decode(code.picture.partition(",")[2])
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    # OpenCV fails to decode one clean code in 300 at a single size; a phone moves nearer and tries again.
    sizes = [cv2.resize(picture, None, fx=size, fy=size) for size in (1.0, 2.0, 1.5, 3.0)]
    decoders = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())
    told = [each.detectAndDecode(seen)[0] for seen in sizes for each in decoders]
    scanned = next(filter(None, told), "")
    assert scanned == code.scanned == f"{code.text} {code.ledger.upper()}"
    assert find_page(archive, scanned).words
    other = scanned[:-1] + ("0" if scanned[-1] != "0" else "1")
    assert find_page(archive, other).wrong


def cut(archive: Archive, last: int) -> None:
    """Cut off the end of the archive, and whatever would give that away."""
    tamper(archive, "DELETE FROM acts WHERE seq > ?", last)
    tamper(
        archive,
        "DELETE FROM case_blobs WHERE digest NOT IN (SELECT json_extract(body, '$.digest')"
        " FROM acts WHERE kind = 'document')",
    )


def test_an_archive_whose_end_was_cut_off_is_whole_but_for_its_pages(
    archive: Archive, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = signed(archive, case)
    cut(archive, 3)
    command = ["archive", "--archive", str(archive.path)]
    assert main([*command, "reindex"]) == 0 and main([*command, "verify"]) == 0
    capsys.readouterr()
    assert main([*command, "verify", "--page", code]) == 1
    shown = capsys.readouterr()
    assert "this archive has 3. Its end was cut off" in shown.err
    assert "is whole" not in shown.out


def test_a_signing_that_was_cut_off_is_missed_though_all_before_it_is_there(
    archive: Archive, case: str
) -> None:
    code = signed(archive, case)
    cut(archive, archive.acts(case)[-2].number)
    assert "the signing that should come next is not there" in find_page(archive, code).wrong
    archive.add(case, Kind.NOTE, {"text": "something else"}, "Eve")
    assert "another act was put in its place" in find_page(archive, code).wrong


def test_another_report_signed_in_the_place_of_the_page_is_missed(
    archive: Archive, case: str
) -> None:
    code = signed(archive, case)
    cut(archive, archive.acts(case)[-2].number)
    seen = archive.acts(case)[-1].number
    casework.sign_off(archive, case, lambda _: b"<p>Another ruling</p>", "Bina", seen)
    assert "another act was put in its place" in find_page(archive, code).wrong


def test_an_archive_built_again_from_its_beginning_does_not_give_the_page_s_code(
    archive: Archive, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = signed(archive, case)
    tamper(archive, "UPDATE acts SET who = 'Eve' WHERE number = 2")
    chain = ledger = "0" * 64
    for act in archive.acts(case):
        digest = text_digest(act.salt, act.who, canonical(act.body))
        chain = chained(chain, case, act.number, act.kind.value, act.at, digest)
        ledger = ledgered(ledger, chain)
        tamper(
            archive,
            "UPDATE acts SET digest = ?, chain = ?, ledger = ? WHERE number = ?",
            digest,
            chain,
            ledger,
            act.number,
        )
    command = ["archive", "--archive", str(archive.path), "verify"]
    assert main(command) == 0, "the file alone cannot show it"
    capsys.readouterr()
    assert main([*command, "--page", code]) == 1
    assert "does not give the page's code" in capsys.readouterr().err


def test_a_page_is_looked_for_on_the_command_line(
    archive: Archive, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = signed(archive, case)
    command = ["archive", "--archive", str(archive.path), "verify"]
    assert main([*command, "--page", code]) == 0
    assert "The archive contains the page and everything that it proves" in capsys.readouterr().out
    swapped = code[:15] + code[16] + code[15] + code[17:]
    if swapped == code:
        swapped = code[:-1] + ("0" if code[-1] != "0" else "1")
    assert main([*command, "--page", swapped]) == 2
    assert "The code was mistyped" in capsys.readouterr().err
    tamper(archive, "UPDATE acts SET who = 'Eve' WHERE number = 2")
    assert main([*command, "--page", code]) == 1
    assert "a damaged archive proves nothing" in capsys.readouterr().err


def test_the_head_is_printed_and_put_on_a_page(
    archive: Archive, case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["archive", "--archive", str(archive.path)]
    page = tmp_path / "head.html"
    assert main([*command, "head", "-o", str(page)]) == 0
    code = capsys.readouterr().out.split()[0]
    assert code in page.read_text() and "data:image/png;base64," in page.read_text()
    archive.add(case, Kind.NOTE, {"text": "later"}, "B")
    assert main([*command, "verify", "--page", code]) == 0
    assert "its first 3 acts, the last of them of" in capsys.readouterr().out
    assert main(["archive", "--archive", str(tmp_path / "new"), "head"]) == 2
    Archive(tmp_path / "new").close()
    assert main(["archive", "--archive", str(tmp_path / "new"), "head"]) == 2
    assert "The archive is empty" in capsys.readouterr().err
