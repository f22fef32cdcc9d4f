import { createCaller } from "@highstreet/router";
import { bytesOf } from "../../../../../server/feeds/bytes-of.ts";
import { shopRoute } from "../../../../../server/staff-route.ts";

type Params = { retailerId: string };

/** Takes in a file of product data for all stores of a shop. */
export const PUT = shopRoute<Params>("putFeed", async ({ request, params, ctx }) => {
  const ingest = await createCaller(ctx).products.putFeed({ ...params, feed: bytesOf(request) });
  return Response.json(ingest, { headers: { "cache-control": "no-store" } });
});
