import { join } from "node:path";
import { expect, it } from "vitest";
import { helpParts } from "../ui/frame/help-parts.ts";
import { readHelp } from "./read-help.ts";

it("has a heading for each part that a page links to, and no other", async () => {
  const html = await readHelp(join(import.meta.dirname, "../.."));
  const headings = html.matchAll(/<h2 id="([^"]+)">/g);
  expect([...headings].map(([, id]) => id)).toEqual([...helpParts]);
});
