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
      window.history.replaceState(null, "", address);
    } catch {
      window.location.assign(address);
    }
  };
  table.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='?']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.href);
  });

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
