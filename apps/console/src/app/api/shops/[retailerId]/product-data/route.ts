import { createCaller } from "@highstreet/router";
import { takeFeed } from "../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../server/staff-route.ts";

type Params = { retailerId: string };

/** Takes in product data. */
export const PUT = shopRoute<Params>("putFeed", (call) =>
  takeFeed(call, async (ctx, { columns, feed }) => ({
    // The procedure checks the columns.
    ingest: await createCaller(ctx).products.putFeed({ ...call.params, columns: columns as object, feed }),
  })),
);
