import { createCaller } from "@highstreet/router";
import { bytesOf, columnsIn } from "../../../../../../../../server/feeds/feed-calls.ts";
import { storeRoute } from "../../../../../../../../server/staff-route.ts";

type Params = { retailerId: string; storeId: string };

/** `?partial=true`: the body has only the first bytes of the file. */
export const PUT = storeRoute<Params>("previewStock", async ({ request, params, ctx }) => {
  const asked = new URL(request.url).searchParams;
  const read = await createCaller(ctx).inventory.previewStock({
    ...params,
    partial: asked.get("partial") === "true",
    columns: columnsIn(asked),
    feed: bytesOf(request),
  });
  return Response.json(read, { headers: { "cache-control": "no-store" } });
});
