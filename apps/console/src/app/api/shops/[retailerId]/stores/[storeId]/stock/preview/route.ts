import { createCaller } from "@highstreet/router";
import { bytesOf } from "../../../../../../../../server/feeds/bytes-of.ts";
import { storeRoute } from "../../../../../../../../server/staff-route.ts";

type Params = { retailerId: string; storeId: string };

/** Previews a stock file and stores nothing. `?partial=true`: the body has only the first bytes of the file. */
export const PUT = storeRoute<Params>("previewStock", async ({ request, params, ctx }) => {
  const partial = new URL(request.url).searchParams.get("partial") === "true";
  const read = await createCaller(ctx).inventory.previewStock({ ...params, partial, feed: bytesOf(request) });
  return Response.json(read, { headers: { "cache-control": "no-store" } });
});
