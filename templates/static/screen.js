// The results on a screen: renewed as soon as they are others, and again when a lost connection is back.
(() => {
  "use strict";
  const every = 15000;
  const lost = document.querySelector("[data-lost]");
  let shown = null;

  async function renew() {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (text !== shown) {
        const page = new DOMParser().parseFromString(text, "text/html");
        document.querySelector("main").replaceWith(page.querySelector("main"));
      }
      shown = text;
      lost.hidden = true;
    } catch {
      lost.hidden = false;
    }
    window.setTimeout(renew, every);
  }

  renew();
})();
