import { createCaller } from "@highstreet/router";
import { bytesOf } from "../../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../../server/staff-route.ts";

type Params = { retailerId: string };

/** Plans the edits of a file. With the plan's `?selection=`, makes them. */
export const PUT = shopRoute<Params>("importEdits", async ({ request, params, ctx }) => {
  const asked = new URL(request.url).searchParams;
  const file = { ...params, storeId: asked.get("store") ?? undefined, feed: bytesOf(request) };
  const { operations } = createCaller(ctx);
  const selection = asked.get("selection");
  const answer = await (selection === null
    ? operations.planImport(file)
    : operations.importEdits({ ...file, selection }));
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
});
