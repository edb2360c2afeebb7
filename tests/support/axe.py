"""What axe-core has to say of a page."""

from __future__ import annotations

from typing import Any, Final

VIOLATIONS: Final = """async passed => {
  const looks = [
    "color", "fill", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight",
    "textShadow", "position",
  ];
  const known = new Map([[null, ""]]), alike = new Map(), before = new Set(passed);
  const hashed = text => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      other = Math.imul(other ^ text.charCodeAt(at), 1597334677);
      one ^= other >>> 15;
    }
    return `${one >>> 0} ${other >>> 0}`;
  };
  const kind = element => {
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      known.set(element, hashed([kind(element.parentElement), element.tagName,
        element.getAttribute("class"), ...looks.map(each => style[each])].join("|")));
    }
    return known.get(element);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const shown = new Set(document.querySelectorAll("input, select, textarea"));
  while (texts.nextNode())
    if (texts.currentNode.data.trim()) shown.add(texts.currentNode.parentElement);
  const sign = element => element.textContent.trim().length === 1;
  for (const element of shown) {
    if (!element.checkVisibility() || before.has(kind(element)) || sign(element)) continue;
    alike.set(kind(element), [...(alike.get(kind(element)) || []), element]);
  }
  for (const each of alike.values())
    for (const element of [each[0], each[each.length >> 1], each[each.length - 1]])
      element.dataset.looked = "";
  axe.configure({rules: [{id: "color-contrast", selector: "[data-looked]"}]});
  const without = axe._audit.rules.filter(each => ["minor", "moderate"].includes(each.impact));
  const rules = Object.fromEntries(without.map(each => [each.id, {enabled: false}]));
  if (!alike.size) rules["color-contrast"] = {enabled: false};
  const found = await axe.run(document, {resultTypes: ["violations", "incomplete"], rules});
  for (const element of document.querySelectorAll("[data-looked]")) delete element.dataset.looked;
  for (const {id, nodes} of [...found.violations, ...found.incomplete])
    for (const {target} of id === "color-contrast" ? nodes : [])
      alike.delete(kind(document.querySelector(target[0])));
  return [found.violations, [...alike.keys()]];
}"""
"""Looking at colours takes seconds where every text is looked at. So the first, the middle and the last are
of all that look alike: with the same styles on themselves and on everything they stand in. What could be read
on one page is not looked at on the next; of a sign alone axe-core never says whether it can be read."""
_passed: Final[set[str]] = set()
"""What looks so can be read."""


def serious(page: Any) -> list[str]:
    """The serious complaints of axe-core, which must be in the page."""
    found, passed = page.evaluate(VIOLATIONS, sorted(_passed))
    _passed.update(passed)
    return [
        f"{each['id']}: {node['target']} {node['html'][:120]} {node.get('failureSummary', '')}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]
