// The deal step by step without loading the page again: the same addresses, only the table is put in anew.
"use strict";

const table = document.querySelector("[data-walk]");

if (table) {
  let asked = 0;
  const go = async (address) => {
    const mine = ++asked;
    try {
      const answer = await fetch(address);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page.querySelector("[data-walk]");
      if (!next) throw new Error("no table");
      if (mine !== asked) return;
      table.replaceChildren(...next.childNodes);
      offer();
      window.history.replaceState(null, "", address);
    } catch {
      window.location.assign(address);
    }
  };
  table.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='?']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    rest();
    go(link.href);
  });

  // The deal plays by itself, a card a second, until somebody steps through it or it is over.
  let playing = 0;
  const rest = () => {
    window.clearInterval(playing);
    playing = 0;
  };
  const forward = () => table.querySelector("a[rel=next]");
  const offer = () => {
    if (!forward()) return rest();
    const play = document.createElement("button");
    const say = () => (play.innerHTML = "<kbd>p</kbd> " + (playing ? inWords("Stop") : inWords("▶ Play the deal")));
    play.type = "button";
    play.dataset.key = "p";
    play.addEventListener("click", () => {
      if (playing) rest();
      else playing = window.setInterval(() => forward() && go(forward().href), 1000);
      say();
    });
    say();
    table.querySelector("nav.row").append(play);
  };
  offer();

  let from = null;
  table.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 && !event.target.closest(".scroll") ? event.touches[0] : null;
  }, { passive: true });
  table.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    if (!from) return;
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
    const link = table.querySelector(x < 0 ? "a[rel=next]" : "a[rel=prev]");
    if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y) && link) go(link.href);
    from = null;
  });
}
