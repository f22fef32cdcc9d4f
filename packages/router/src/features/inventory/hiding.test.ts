import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { createTestContext, type TestContext } from "../../testing.ts";
import { hidingOf, whenHidden } from "./hiding.schema.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const edits = [
  { hidden: true, isForAll: false },
  { hidden: false, isForAll: false },
  { hidden: true, isForAll: true },
  { hidden: false, isForAll: true },
];

test("the expected item equals the real item after any two edits", async () => {
  const { id: retailerId } = await world.retailer();
  const { ids } = await world.store(retailerId);
  const caller = createCaller(world.ctx);
  const barcode = "5012345678900";
  await caller.inventory.patchStock({ ...ids, body: [{ barcode, price: 10, quantity: 5 }] });
  const read = () => caller.inventory.getItem({ ...ids, barcode });
  const seen = new Set<string>();
  for (const first of edits) {
    for (const second of edits) {
      for (const edit of [first, second]) {
        const expected = whenHidden(await read(), edit);
        const target = edit.isForAll ? { retailerId } : ids;
        await caller.customizations.edit({ ...target, barcode, body: { hidden: edit.hidden } });
        const { hidden, hiddenEverywhere } = await read();
        expect({ hidden, hiddenEverywhere }, JSON.stringify([first, second])).toEqual({
          hidden: expected.hidden,
          hiddenEverywhere: expected.hiddenEverywhere,
        });
        seen.add(hidingOf(expected));
      }
    }
  }
  expect([...seen].sort()).toEqual(["hidden_everywhere", "hidden_here", "shown", "shown_here"]);
});

test("the state of an item follows from both edits", () => {
  const named = [true, false].flatMap((hiddenEverywhere) =>
    [true, false].map((hidden) => hidingOf({ hidden, hiddenEverywhere })),
  );
  expect(named).toEqual(["hidden_everywhere", "shown_here", "hidden_here", "shown"]);
});
