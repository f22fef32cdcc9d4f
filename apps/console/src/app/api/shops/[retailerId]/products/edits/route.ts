import { bytesOf } from "../../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../../server/staff-route.ts";

type Params = { retailerId: string };

/** Plans the edits of a file. With the plan's `?selection=`, makes them. */
export const PUT = shopRoute<Params>("importEdits", async ({ request, params, asked, api }) => {
  const file = { ...params, storeId: asked.get("store") ?? undefined, feed: bytesOf(request) };
  const selection = asked.get("selection");
  return selection === null ? api.operations.planImport(file) : api.operations.importEdits({ ...file, selection });
});
