import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, it } from "vitest";
import { connectSearch, publishedStatesOf, readSearch, workFor, workOnce } from "../../../tests/search/search-life.ts";
import { createCaller } from "../../router.ts";

const test = await createTestContext();
afterAll(() => test.close());
const DAY = 86_400_000;

it("removes the warning about a widget that was not seen for a week while listings showed", async () => {
  const { id } = await test.retailer();
  const { ids, widgetToken } = await test.store(id);
  await connectSearch(test, ids, "1009");
  test.advance(7 * DAY - 20_000);
  await workOnce(test);
  expect(await readSearch(test, ids)).toMatchObject({ status: "connected", warnings: [] });
  await workFor(test, 20);
  expect(await readSearch(test, ids)).toMatchObject({
    status: "connected",
    warnings: [{ id: "SwisWidgetNotSeenRecently" }],
  });
  await createCaller(test.as(null)).channels.recordSighting({ body: { widgetToken } });
  expect(await readSearch(test, ids)).toMatchObject({ status: "connected", warnings: [] });
  expect(await publishedStatesOf(test, ids)).toHaveLength(5);
  test.advance(6 * DAY);
  await workOnce(test);
  expect(await readSearch(test, ids)).toMatchObject({ status: "connected", warnings: [] });
});

it("refuses unknown tokens", async () => {
  const call = createCaller(test.as(null)).channels.recordSighting({ body: { widgetToken: "unknown" } });
  await expect(call).rejects.toMatchObject({ cause: { code: "WidgetNotFound" } });
});
