import { expect, test } from "vitest";
import { parseBody } from "./read-feeds.ts";

const large = Buffer.from(JSON.stringify(["x".repeat(64 << 10)]));

test("a turn of the event loop has one large body, and partners take turns", async () => {
  let turn = 0;
  let counting = setImmediate(function count() {
    turn++;
    counting = setImmediate(count);
  });
  const given = ["many", "many", "many", "many", "other"];
  const parsed = await Promise.all(
    given.map(async (owner) => {
      expect(await parseBody(large, owner)).toHaveLength(1);
      return { owner, turn };
    }),
  );
  clearImmediate(counting);
  expect(new Set(parsed.map((one) => one.turn)).size).toBe(given.length);
  const byTurn = parsed.sort((a, b) => a.turn - b.turn).map(({ owner }) => owner);
  expect(byTurn.indexOf("other")).toBeLessThan(3);
});

test("a large body that is refused leaves its turn to the next", async () => {
  const wrong = Buffer.from(`["${"x".repeat(64 << 10)}`);
  await expect(parseBody(wrong, "a")).rejects.toMatchObject({ code: "MalformedRequest" });
  expect(await parseBody(large, "b")).toHaveLength(1);
});
