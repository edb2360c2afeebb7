"""Blank forms: one layout file each, that drives both printing and reading.

Every field of a form is named by its place, the address that records and findings use too.

Score sheet (``score-sheet/1``), for n = 1 to 18::

    heading / event   heading / date   heading / table   heading / round
    heading / team A  heading / team B
    row n / dealer    row n / bidder   row n / contract  row n / x
    row n / points A  row n / points B row n / score A   row n / score B
    row n / total A   row n / total B  row n / remarks
    match points A    match points B   tie-break

The deal's number is printed before its row: row n holds deal n.

Its second edition (``score-sheet/2``) has no remarks beside the rows, and more of::

    heading / seat s                   names, in the order of play
    row n / penalty A  row n / penalty B   row n / article
    row n / deal                       n = 19 to 21: a deal played again, or of a tie-break
    remark n / deal    remark n / words    n = 1 to 3: the remark of that deal's row
    seat change n / deal   seat change n / seat   seat change n / name    n = 1 to 3

Hand log (``hand-log/1``), one deal::

    heading / event   heading / date   heading / table   heading / round
    heading / team A  heading / team B heading / recorder
    deal              dealer
    hand s / k        card k (1 to 8) of seat s (1 to 6)
    call n            call n / seat    n = 1 to 36; the seat only where someone called out of turn
    trick t / leader  trick t / seat s trick t / winner       t = 1 to 8; columns by seat
    claim / seat      claim / tricks   claim / challenge      claim / card k (k = 1 to 5)
    event n / kind    event n / seat   event n / team         n = 1 to 5, in the order they happened
    event n / call    event n / trick  event n / card         event n / new card
    event n / remark
    contract          contract / by    contract / x
    points A          points B         score A                score B

Its second edition (``hand-log/2``) has no figures: what happened is ticked, ``event n / objection`` and so
on by the words of the notation, n = 1 to 4.

For four and eight players there are ``score-sheet-4/1``, ``score-sheet-8/1``, ``hand-log-4/1`` and
``hand-log-8/1``: as the second editions, with as many seats (`digitize.forms.layout`).

Dispute slip (``dispute-slip/1``), what a table remembers of one deal. Heading, deal, dealer, call n (to
18) and contract are as on the hand log; beside them::

    disputed n / number                n = 1, 2: which trick it was
    disputed n / leader                disputed n / seat s        disputed n / winner
    hand s / k                         card k that seat s still holds
    dispute / team    dispute / seat   dispute / trick            dispute / call
    dispute / at once                  a tick: objected before the next card or call
    dispute / revoke                   a tick, as for ``play out of turn``,
                                       ``call out of turn``, ``bid``, ``card``, ``sign``,
                                       ``rest``, ``score`` and ``other``
    dispute / words n                  n = 1, 2
    seen by / seat s                   a tick

WE and THEY (``we-they/1``), one match of bridge::

    heading / event   heading / date   heading / table   heading / round
    heading / seat N  (E, S, W)        heading / we NS   heading / we EW   (a tick: who WE are)
    row n / deal      row n / we       row n / they      an entry; `deal` is the hand it is of
    row n / line      a tick: the line for a game is drawn under the row above it (a row of its own)

Rows 1 to 11 stand above the line, 12, 14 … 30 below it, 13, 15 … 31 are the lines for games, and row 32
has the totals. `Layout.printed` says so: ``row n / line`` is ``above``, ``below`` or ``total``.

``event n / kind`` is one figure, by the list printed on the form (`layout.EVENT_CODES`).
``claim / challenge``, ``event n / team`` and ``tie-break`` hold the letter of a team.
``event n / call`` and ``event n / trick`` tell where it happened: the number of a call, or of a trick
(then ``event n / seat`` shows whose card).
"""
