import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { productLines } from "../prisma/seed/products.ts";
import { ROOT } from "./settings.ts";

const MAX_PICTURE_BYTES = 8_192;

test("every product of the demo shop has a name, a brand, a text, a category and a small picture", () => {
  const [, ...lines] = productLines("/demo");
  expect(lines).toHaveLength(2_001);
  for (const line of lines) {
    expect(line).toMatch(/^"[^"]+",".+","[^"]+","[^"]+","[^"]+","\/demo\/[a-z]+-[a-z]+\.webp"$/);
    const picture = line.slice(line.lastIndexOf("/demo/"), -1);
    expect(statSync(join(ROOT, "apps/console/public", picture)).size).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
  }
});
