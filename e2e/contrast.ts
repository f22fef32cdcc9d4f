import type { Page } from "@playwright/test";

/**
 * The visible texts with too little contrast (WCAG 2.2 AA: 4.5 to 1, or 3 to 1 for large type). Texts of disabled controls do not
 * count, as in WCAG.
 */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [number, number, number, number];
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("no canvas");

    // Most elements share a few colours, and a read of the canvas is slow.
    const colours = new Map<string, Colour>();
    const read = (css: string): Colour => {
      const known = colours.get(css);
      if (known) return known;
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const colour: Colour = [r, g, b, a / 255];
      colours.set(css, colour);
      return colour;
    };
    const over = (front: Colour, back: Colour): Colour => {
      const mix = (channel: 0 | 1 | 2) => front[channel] * front[3] + back[channel] * (1 - front[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const behind = (element: Element | null): Colour =>
      element
        ? over(read(getComputedStyle(element).backgroundColor), behind(element.parentElement))
        : [255, 255, 255, 1];
    const luminance = (colour: Colour): number => {
      const part = (channel: number, weight: number) => {
        const share = channel / 255;
        return weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
      };
      return part(colour[0], 0.2126) + part(colour[1], 0.7152) + part(colour[2], 0.0722);
    };

    const faint = new Set<string>();
    for (const element of document.querySelectorAll("body *")) {
      const text = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim());
      if (!text.some(Boolean) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      if (element.closest(":disabled, [data-disabled], [aria-hidden=true], script, style")) continue;
      const style = getComputedStyle(element);
      const back = behind(element);
      const [one, other] = [luminance(over(read(style.color), back)), luminance(back)];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (isLarge ? 3 : 4.5)) faint.add(`${ratio.toFixed(2)}: ${text.join(" ").slice(0, 40)}`);
    }
    return [...faint];
  });
}
