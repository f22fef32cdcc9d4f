import { join } from "node:path";
import { expect, it } from "vitest";
import { helpParts } from "../ui/parts/page-head.tsx";
import { readHelp } from "./read-docs.ts";

it("has a heading for each part that a page links to, and no other", async () => {
  const { sections } = await readHelp(join(import.meta.dirname, "../.."));
  expect(sections.map(({ id }) => id)).toEqual([...helpParts]);
  for (const { id, title, html } of sections) expect(html).toContain(`<h2 id="${id}">${title}</h2>`);
});
