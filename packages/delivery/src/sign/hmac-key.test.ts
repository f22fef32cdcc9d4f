import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { HmacKey } from "./hmac-key.ts";

const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ maxLength }),
    fc.string({ unit: "binary", maxLength }),
    fc.string({ unit: "grapheme", maxLength }),
  );

it("is the HMAC-SHA256 of any text by any key, in either encoding", () => {
  const calls = fc.array(fc.tuple(text(20_000), fc.constantFrom("hex" as const, "base64" as const)), { maxLength: 4 });
  fc.assert(
    fc.property(text(200), calls, (secret, texts) => {
      const key = new HmacKey(secret);
      for (const [body, encoding] of texts) {
        expect(key.sign(body, encoding)).toBe(createHmac("sha256", secret).update(body).digest(encoding));
      }
    }),
    { numRuns: 500 },
  );
});
