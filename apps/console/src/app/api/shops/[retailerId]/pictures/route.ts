import { createCaller } from "@highstreet/router";
import { bytesOf } from "../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../server/staff-route.ts";

type Params = { retailerId: string };

export const PUT = shopRoute<Params>("addPicture", async ({ request, params, ctx }) => {
  const added = await createCaller(ctx).pictures.add({ ...params, feed: bytesOf(request) });
  return Response.json(added, { headers: { "cache-control": "no-store" } });
});
