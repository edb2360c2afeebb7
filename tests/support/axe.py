"""What axe-core has to say of a page."""

from __future__ import annotations

from typing import Any, Final

VIOLATIONS: Final = """async () => {
  const looks = [
    "color", "fill", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight",
    "textShadow", "position",
  ];
  const numbers = new Map(), known = new Map([[null, 0]]), alike = new Map();
  const kind = element => {
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      const name = [kind(element.parentElement), element.tagName, element.getAttribute("class"),
        ...looks.map(each => style[each])].join("|");
      if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
      known.set(element, numbers.get(name));
    }
    return known.get(element);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const shown = new Set(document.querySelectorAll("input, select, textarea"));
  while (texts.nextNode())
    if (texts.currentNode.data.trim()) shown.add(texts.currentNode.parentElement);
  for (const element of shown) {
    if (!element.checkVisibility()) continue;
    const number = kind(element);
    alike.set(number, [...(alike.get(number) || []), element]);
  }
  for (const each of alike.values())
    for (const element of [each[0], each[each.length >> 1], each[each.length - 1]])
      element.dataset.looked = "";
  axe.configure({rules: [{id: "color-contrast", selector: "[data-looked]"}]});
  const without = axe._audit.rules.filter(each => ["minor", "moderate"].includes(each.impact));
  const rules = Object.fromEntries(without.map(each => [each.id, {enabled: false}]));
  const found = (await axe.run(document, {resultTypes: ["violations"], rules})).violations;
  for (const element of document.querySelectorAll("[data-looked]")) delete element.dataset.looked;
  return found;
}"""
"""Looking at colours takes seconds where every text is looked at. So the first, the middle and the last are
of all that look alike: with the same styles on themselves and on everything they stand in."""


def serious(page: Any) -> list[str]:
    """The serious complaints of axe-core, which must be in the page."""
    return [
        f"{each['id']}: {node['target']} {node['html'][:120]} {node.get('failureSummary', '')}"
        for each in page.evaluate(VIOLATIONS)
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]
