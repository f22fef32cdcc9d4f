import { createCaller } from "@highstreet/router";
import { bytesOf } from "../../../../../../../../server/feeds/bytes-of.ts";
import { columnsIn } from "../../../../../../../../server/feeds/columns-in.ts";
import { storeRoute } from "../../../../../../../../server/staff-route.ts";

type Params = { retailerId: string; storeId: string };

/** Previews a stock file and stores nothing. `?partial=true`: the body has only the first bytes of the file. */
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
