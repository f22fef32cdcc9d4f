import { createCaller } from "@highstreet/router";
import { bytesOf, columnsIn } from "../../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../../server/staff-route.ts";

type Params = { retailerId: string };

/** `?partial=true`: the body has only the first bytes of the file. */
export const PUT = shopRoute<Params>("previewFile", async ({ request, params, ctx }) => {
  const asked = new URL(request.url).searchParams;
  const read = await createCaller(ctx).inventory.previewFile({
    ...params,
    partial: asked.get("partial") === "true",
    columns: columnsIn(asked),
    feed: bytesOf(request),
  });
  return Response.json(read, { headers: { "cache-control": "no-store" } });
});
