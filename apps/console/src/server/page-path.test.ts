import fc from "fast-check";
import { expect, test } from "vitest";
import { lastPartOf } from "./page-path.ts";

test("each barcode comes back from the path of its page", () => {
  const odd = fc.constantFrom(
    "%",
    "/",
    "?",
    "#",
    "&",
    "+",
    " ",
    "\\",
    '"',
    "<",
    ";",
    "%2F",
    "%25",
    "é",
    "é",
    "🎁",
    "ש",
  );
  const barcode = fc.array(fc.oneof(odd, fc.string()), { minLength: 1 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(barcode, (one) => {
      expect(lastPartOf(`/shops/s/products/${encodeURIComponent(one)}?store=a/b`)).toBe(one);
    }),
  );
});
