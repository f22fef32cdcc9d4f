import type { Page } from "@playwright/test";

/** Comfortable for a finger. */
const FINGER = 44;

/** Texts that lie over each other, in the same layer of the page. */
export function textOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: { text: string; box: DOMRect; element: Element }[] = [];
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // A text for screen readers has no place.
      if (element.closest("table caption, [class*=visuallyHidden], [class*=unseen]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A line that its box cuts off takes no place.
      const { bottom } = element.getBoundingClientRect();
      texts.push(
        ...[...range.getClientRects()].filter((box) => box.top < bottom - 2).map((box) => ({ text, box, element })),
      );
    }
    const faults = new Set<string>();
    for (const [n, one] of texts.entries()) {
      for (const other of texts.slice(n + 1)) {
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 2 && height > 4 && one.element !== other.element)
          faults.add(`“${one.text}” lies over “${other.text}”`);
      }
    }
    return [...faults];
  });
}

/**
 * What looks broken on the open page: texts cut off without an ellipsis, controls that overlap, and, on a phone, controls that are
 * too small for a finger. Links in sentences do not count. Behind a dialog nothing counts.
 */
export function layoutFaults(page: Page, isPhone: boolean): Promise<string[]> {
  return page.evaluate(
    ({ finger }) => {
      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      };
      const nameOf = (element: Element) => {
        const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
        return `${element.tagName.toLowerCase()}.${[...element.classList].at(-1) ?? ""} "${name.slice(0, 40)}"`;
      };
      const tops = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")].filter(isSeen);
      const root = tops.at(-1) ?? document.body;
      const all = [...root.querySelectorAll("*")].filter(isSeen);

      const cut = all.filter((element) => {
        const style = getComputedStyle(element);
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        const isShortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        if (!hasText || isShortened || style.clipPath !== "none") return false;
        const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
        return (
          (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (hides(style.overflowY) && element.scrollHeight >= element.clientHeight + 2)
        );
      });

      const controls = all.filter((element) =>
        element.matches("a, button, input, select, textarea, summary, [role=option]"),
      );
      /** What takes the click of a control: itself, its label, or what its `::after` covers. */
      const boxOf = (element: Element): DOMRect => {
        const parts = ".mantine-Switch-body, .mantine-Checkbox-body, .mantine-Radio-body, .mantine-Input-wrapper";
        const covers = getComputedStyle(element, "::after").position === "absolute";
        const taker = element.closest("label") ?? (covers ? element.closest("tr, li") : element.closest(parts));
        return (taker ?? element).getBoundingClientRect();
      };
      const isInSentence = (element: Element) => getComputedStyle(element).display === "inline";
      const small = finger
        ? controls.filter((element) => {
            const { width, height } = boxOf(element);
            return !isInSentence(element) && (height < finger - 0.5 || width < finger - 0.5);
          })
        : [];

      /** The bar or dialog in which an element stays while the page scrolls. */
      const layerOf = (element: Element | null): Element | null =>
        element && ["fixed", "sticky"].includes(getComputedStyle(element).position)
          ? element
          : element && layerOf(element.parentElement);

      const placed = controls.map((element) => ({
        element,
        box: element.getBoundingClientRect(),
        layer: layerOf(element),
        field: element.closest(".mantine-Input-wrapper, [data-field]"),
      }));
      const overlaps: string[] = [];
      for (const [n, one] of placed.entries()) {
        for (const other of placed.slice(n + 1)) {
          const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (width <= 2 || height <= 2 || one.layer !== other.layer) continue;
          if (one.element.contains(other.element) || one.field?.contains(other.element)) continue;
          overlaps.push(`${nameOf(one.element)} overlaps ${nameOf(other.element)}`);
        }
      }
      return [
        ...new Set([
          ...cut.map((element) => `cut off: ${nameOf(element)}`),
          ...small.map((element) => {
            const { width, height } = boxOf(element);
            return `${Math.round(width)} × ${Math.round(height)}: ${nameOf(element)}`;
          }),
          ...overlaps,
        ]),
      ];
    },
    { finger: isPhone ? FINGER : 0 },
  );
}
