import { createCaller } from "@highstreet/router";
import { takeFeed } from "../../../../../../../server/feeds/feed-calls.ts";
import { storeRoute } from "../../../../../../../server/staff-route.ts";

type Params = { retailerId: string; storeId: string };

/** Takes in a stock file. `?mode=replace` takes all other items out of stock. */
export const PUT = storeRoute<Params>("putStock", (call) =>
  takeFeed(call, async (ctx, sent) => ({
    ingest: await createCaller(ctx).inventory.putStock({ ...call.params, ...sent }),
  })),
);
