"""What axe-core has to say of a page."""

from __future__ import annotations

from typing import Any, Final

VIOLATIONS: Final = """async before => {
  const looks = [
    "color", "fill", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight",
    "textShadow", "position",
  ];
  const short = text => {
    let [one, two] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      two = Math.imul(two ^ text.charCodeAt(at), 1597334677);
    }
    return (one >>> 0).toString(36) + (two >>> 0).toString(36);
  };
  const names = new Map(), known = new Map([[null, ""]]), alike = new Map();
  const kind = element => {
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      const name = [kind(element.parentElement), element.tagName, element.getAttribute("class"),
        ...looks.map(each => style[each])].join("|");
      if (!names.has(name)) names.set(name, short(name));
      known.set(element, names.get(name));
    }
    return known.get(element);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const shown = new Set(document.querySelectorAll("input, select, textarea"));
  while (texts.nextNode())
    if (texts.currentNode.data.trim()) shown.add(texts.currentNode.parentElement);
  const looked = new Set(before);
  for (const element of shown) {
    if (!element.checkVisibility() || looked.has(kind(element))) continue;
    alike.set(kind(element), [...(alike.get(kind(element)) || []), element]);
  }
  for (const each of alike.values())
    for (const element of [each[0], each[each.length >> 1], each[each.length - 1]])
      element.dataset.looked = "";
  axe.configure({rules: [{id: "color-contrast", selector: "[data-looked]"}]});
  const without = axe._audit.rules.filter(each => ["minor", "moderate"].includes(each.impact));
  const rules = Object.fromEntries(without.map(each => [each.id, {enabled: false}]));
  const found = (await axe.run(document, {resultTypes: ["violations"], rules})).violations;
  for (const element of document.querySelectorAll("[data-looked]")) delete element.dataset.looked;
  return {found, kinds: [...alike.keys()]};
}"""
"""Looking at colours takes seconds where every text is looked at. So the first, the middle and the last are
of all that look alike: with the same styles on themselves and on everything they stand in. They are looked at
on the first page that has them."""

_LOOKED: set[str] = set()
"""What looks alike has one name on all pages. These were found without fault in this process."""


def serious(page: Any) -> list[str]:
    """The serious complaints of axe-core, which must be in the page."""
    looked = page.evaluate(VIOLATIONS, sorted(_LOOKED))
    complaints = [
        f"{each['id']}: {node['target']} {node['html'][:120]} {node.get('failureSummary', '')}"
        for each in looked["found"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]
    if not complaints:
        _LOOKED.update(looked["kinds"])
    return complaints
