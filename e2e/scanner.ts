import type { Page } from "@playwright/test";

/** A scanner types it as Ctrl and `]`. */
export const FNC1 = "\x1d";

const CTRL = 2;
const ENDS = { Enter: 13, Tab: 9 };

/**
 * Presses the keys of a scanner. Their times are those of a scanner also on a slow machine, because the console tells a scanner from a
 * person by them.
 */
export async function scan(page: Page, code: string, end: "Enter" | "Tab" = "Enter"): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const keys = [...code].map((key) => (key === FNC1 ? { key: "]", modifiers: CTRL } : { key, text: key }));
  const from = Date.now() / 1_000;
  const ended = { key: end, windowsVirtualKeyCode: ENDS[end], ...(end === "Enter" && { text: "\r" }) };
  for (const [n, one] of [...keys, ended].entries()) {
    const timestamp = from + n / 100;
    await session.send("Input.dispatchKeyEvent", { type: "keyDown", ...one, timestamp });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...one, timestamp });
  }
  await session.detach();
}
