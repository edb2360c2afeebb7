// The photo under wheel, fingers and buttons: larger, smaller, moved, rotated. Without this it is as wide as the page.
"use strict";

const photo = document.querySelector("[data-photo]");
const tools = document.querySelector("[data-zoom]");

if (photo && tools) {
  tools.hidden = false;
  photo.classList.add("moved");
  const whole = photo.viewBox.baseVal;
  const [wide, high] = [whole.width, whole.height];
  let quarters = 0;
  let view = { x: 0, y: 0, width: wide, height: high };

  const draw = () => photo.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  const spot = (x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(photo.getScreenCTM().inverse());
    return [at.x, at.y];
  };
  const zoom = (by, x, y) => {
    const width = Math.min(2 * Math.max(wide, high), Math.max(wide / 30, view.width / by));
    const real = view.width / width;
    view = {
      x: x - (x - view.x) / real,
      y: y - (y - view.y) / real,
      width,
      height: view.height / real,
    };
    draw();
  };
  const middle = () => [view.x + view.width / 2, view.y + view.height / 2];
  const all = () => {
    const across = quarters % 2 ? [high, wide] : [wide, high];
    view = { x: (wide - across[0]) / 2, y: (high - across[1]) / 2, width: across[0], height: across[1] };
    draw();
  };

  tools.querySelector("[data-zoom-in]").addEventListener("click", () => zoom(1.4, ...middle()));
  tools.querySelector("[data-zoom-out]").addEventListener("click", () => zoom(1 / 1.4, ...middle()));
  tools.querySelector("[data-zoom-whole]").addEventListener("click", all);
  tools.querySelector("[data-turn]").addEventListener("click", () => {
    quarters = (quarters + 1) % 4;
    photo.querySelector("[data-turned]").setAttribute("transform", `rotate(${90 * quarters} ${wide / 2} ${high / 2})`);
    all();
  });
  photo.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...spot(event.clientX, event.clientY));
  }, { passive: false });

  // One finger or the mouse moves it, two fingers make it larger and smaller.
  const fingers = new Map();
  let moved = false;
  const apart = ([one, two]) => Math.hypot(one.x - two.x, one.y - two.y);
  photo.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) moved = false;
  });
  photo.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [fromX, fromY] = spot(before.x, before.y);
    const [toX, toY] = spot(now.x, now.y);
    const width = fingers.size === 2 ? apart([...fingers.values()]) : 0;
    if (!moved && Math.hypot(now.x - before.x, now.y - before.y) < 5) return;
    moved = true;
    fingers.set(event.pointerId, now);
    if (fingers.size === 2) {
      const [one, two] = [...fingers.values()];
      zoom(apart([one, two]) / width, ...spot((one.x + two.x) / 2, (one.y + two.y) / 2));
    } else {
      view = { ...view, x: view.x - (toX - fromX), y: view.y - (toY - fromY) };
      draw();
    }
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    photo.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  photo.addEventListener("click", (event) => moved && event.preventDefault(), true);
  photo.addEventListener("dragstart", (event) => event.preventDefault());

  const at = document.getElementById("at");
  if (at) {
    const box = at.getBBox();
    const width = Math.min(wide, Math.max(box.width * 8, wide / 4));
    zoom(wide / width, 0, 0);
    view.x = box.x + box.width / 2 - view.width / 2;
    view.y = box.y + box.height / 2 - view.height / 2;
    draw();
  }
}
