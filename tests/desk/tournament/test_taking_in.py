"""A folder's files into an event of the archive: once, again, and as they come."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from fairdeal.desk.archive.acts import Kind
from fairdeal.desk.archive.store import Archive
from fairdeal.desk.cli import main
from fairdeal.desk.tournament import taking_in
from fairdeal.desk.tournament.event import EventPapers
from fairdeal.desk.tournament.folder import look_through
from fairdeal.desk.tournament.ruled import results_of
from fairdeal.desk.tournament.taking_in import arrivals, judge_event, take_in
from fairdeal.desk.trouble import DeskError
from samples.making.records.tournament import tournament, write_tournament
from tests.support.whole import verify


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_tournament(tmp_path / "cup", tournament(seed=5, teams=4, rounds=1, slips=0.0))
    return tmp_path / "cup"


@pytest.fixture
def papers(tmp_path: Path) -> EventPapers:
    Archive(tmp_path / "archive.fairdeal").close()
    return EventPapers(tmp_path / "archive.fairdeal")


def test_a_folder_makes_an_event_and_then_adds_to_it(folder: Path, papers: EventPapers) -> None:
    first = take_in(papers, "Onam Cup", None, look_through(folder).files, "Bina")
    (folder / "late.hrn").write_text(next(folder.glob("*.hrn")).read_text("utf-8") + "\n", "utf-8")
    again = take_in(papers, "onam cup", None, look_through(folder).files, "Bina")
    assert again.event == first.event and (first.new, again.new) == (4, 1)
    assert not take_in(papers, "Onam Cup", None, look_through(folder).files, "Bina").new
    with Archive(papers.archive) as archive:
        kinds = [each.kind for each in archive.acts(first.event)]
        assert kinds == [Kind.EVENT, Kind.FILES, Kind.FILES] and verify(archive) == []


def test_what_is_no_use_is_said_and_the_rest_taken(folder: Path, papers: EventPapers) -> None:
    files = look_through(folder).files
    files[0].path.unlink()
    taken = take_in(papers, "Onam Cup", None, files, "Bina")
    assert taken.new == 3 and files[0].name in taken.trouble[0]


def test_two_events_of_one_name_are_for_a_person(folder: Path, papers: EventPapers) -> None:
    for _ in range(2):
        papers.begin(papers.new(), "Onam Cup", "", "Bina", [])
    with pytest.raises(DeskError, match="2 events are called Onam Cup"):
        take_in(papers, "Onam Cup", None, look_through(folder).files, "Bina")


def test_the_desk_and_the_command_line_do_not_judge_at_once(
    folder: Path, papers: EventPapers, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = take_in(papers, "Onam Cup", None, look_through(folder).files, "Bina").event
    inside, most = [0], [0]
    audit = taking_in.audit_files

    def slow(*given: object, **more: object) -> object:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        try:
            return audit(*given, **more)  # type: ignore[arg-type]
        finally:
            inside[0] -= 1

    monkeypatch.setattr(taking_in, "audit_files", slow)
    both = [Thread(target=judge_event, args=(papers, event)) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    done = results_of(papers.reports(event))
    assert most == [1] and done is not None and len(done.results) == 2


def test_a_file_is_taken_in_once_it_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    grows = iter(("half", "half of it", "all of it"))

    def waited(_: float) -> None:
        folder.mkdir(exist_ok=True)
        text = next(grows, None)
        if text is not None:
            (folder / "page.hrn").write_text(text, "utf-8")

    coming = arrivals(folder, waited)  # the folder is not there yet
    (found,) = next(coming)
    assert found.name == "page.hrn" and found.path.read_text("utf-8") == "all of it"
    grows = iter(("corrected, and longer",))
    assert [each.name for each in next(coming)] == ["page.hrn"]


def test_the_command_makes_an_event_that_the_desk_opens(
    folder: Path, papers: EventPapers, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["audit", str(folder), "--event", "Onam Cup", "--archive", str(papers.archive)]
    assert main(given) == 0
    said = capsys.readouterr()
    assert "2 matches" in said.out and "4 new files" in said.err
    (event,) = papers.all()
    outcome = papers.outcome(event.id)
    assert event.title == "Onam Cup" and outcome is not None and outcome.mark == event.mark
    for wrong in (["--watch"], ["--event", "Onam Cup", "-o", str(folder)]):
        assert main(["audit", str(folder), *wrong]) == 2
    assert main(["audit", str(folder / "gone"), *given[2:], "--watch"]) == 2
