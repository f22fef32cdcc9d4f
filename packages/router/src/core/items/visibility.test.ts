import { afterAll, expect, test } from "vitest";
import { createTestContext } from "../../testing.ts";
import { isVisibleIn, visibleIn } from "./index.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("the rule of visibility is the same in SQL and in TypeScript", async () => {
  const channels = ["search", "local_ads", "webhooks"] as const;
  const selections = [null, [], ["search"], ["local_ads", "webhooks"], [...channels]];
  for (const hidden of [false, true]) {
    for (const selection of selections) {
      for (const channel of channels) {
        const [row] = await t.ctx.db.query(
          `SELECT ${visibleIn(`'${channel}'`)} AS fixed, ${visibleIn("$3", "i.")} AS given
           FROM (SELECT $1::boolean AS hidden, $2::text[] AS channels) i`,
          [hidden, selection, channel],
        );
        const isVisible = isVisibleIn({ hidden, channels: selection }, channel);
        expect(row, `${channel} of ${selection}`).toEqual({ fixed: isVisible, given: isVisible });
      }
    }
  }
});
