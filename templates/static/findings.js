// One finding at a time, the first that is not decided first. Without this all of them stand one after another.
"use strict";

const list = document.querySelector("[data-findings]");
const all = list ? [...list.querySelectorAll("article.finding")] : [];

if (all.length) {
  const bar = document.createElement("nav");
  bar.className = "row stepper";
  bar.setAttribute("aria-label", inWords("Findings one by one"));
  const step = (text, key, by) => {
    const button = document.createElement("button");
    button.type = "button";
    button.innerHTML = by < 0 ? `◀ <kbd>${key}</kbd>` : `<kbd>${key}</kbd> ▶`;
    button.setAttribute("aria-label", text);
    button.dataset.key = key;
    button.addEventListener("click", () => show(now + by, true));
    return button;
  };
  const where = document.createElement("span");
  where.setAttribute("role", "status");
  bar.append(step(inWords("The finding before"), "k", -1), where, step(inWords("The next finding"), "j", 1));

  let now = 0;
  const show = (number, asked) => {
    now = (number + all.length) % all.length;
    const one = all[now];
    for (const each of all) each.hidden = each !== one;
    for (const each of list.querySelectorAll("[data-when-open]")) delete each.dataset.key;
    for (const each of one.querySelectorAll("[data-when-open]")) each.dataset.key = each.dataset.whenOpen;
    for (const link of list.querySelectorAll(".finding-list li a, .walk a")) {
      if (link.hash === "#" + one.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const left = all.filter((each) => "undecided" in each.dataset).length;
    where.textContent = inWords("%(N)s of %(OF)s", { N: now + 1, OF: all.length }) + (left ? ", " + inWords("%(N)s to decide", { N: left }) : "");
    if (asked) {
      window.history.replaceState(null, "", "#" + one.id);
      if (list.getBoundingClientRect().top < 0) list.scrollIntoView();
    }
  };
  const wanted = () => all.findIndex((each) => "#" + each.id === window.location.hash);
  const first = () => Math.max(0, all.findIndex((each) => "undecided" in each.dataset));
  show(wanted() >= 0 ? wanted() : first(), false);
  window.addEventListener("hashchange", () => wanted() >= 0 && show(wanted(), true));
  const said = document.querySelector(".said[role=status]");
  if (said) all[now].querySelector(".said-of").prepend(said);
  if (wanted() >= 0) list.scrollIntoView();
  if (all.length > 1) list.querySelector(".walk-row").append(bar);
  list.addEventListener("toggle", (event) => {
    const text = event.target.open && event.target.querySelector("textarea");
    if (text) text.focus();
  }, true);
}

// A figure that is typed chooses what it is for.
for (const choice of document.querySelectorAll(".tick")) {
  const radio = choice.querySelector("input[type=radio]");
  for (const field of choice.querySelectorAll("input:not([type=radio]), select")) {
    field.addEventListener("input", () => (radio.checked = true));
  }
}

// The deal beside a finding: the arrow keys lead through its tricks, and it plays by itself.
const open = () => [...document.querySelectorAll("[data-board]")].find((each) => each.offsetParent);
const turn = (board, by) => {
  const tricks = [...board.querySelectorAll("input[type=radio]")];
  const next = tricks[tricks.findIndex((each) => each.checked) + by];
  if (next) next.checked = true;
  return Boolean(next);
};
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (open()) turn(open(), by);
});
for (const board of document.querySelectorAll("[data-board]")) {
  if (board.querySelectorAll("input[type=radio]").length < 2) continue;
  let playing = 0;
  const play = document.createElement("button");
  play.type = "button";
  const say = () => (play.textContent = playing ? inWords("Stop") : inWords("▶ Play the deal"));
  const stop = () => {
    window.clearInterval(playing);
    playing = 0;
    say();
  };
  play.addEventListener("click", () => {
    if (playing) return stop();
    board.querySelector("input[type=radio]").checked = true;
    playing = window.setInterval(() => turn(board, 1) || stop(), 1200);
    say();
  });
  say();
  board.querySelector(".head").append(play);
}
