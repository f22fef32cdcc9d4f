import { createCaller } from "@highstreet/router";
import { takeFeed } from "../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../server/staff-route.ts";

type Params = { retailerId: string };

/** Takes in a stock file for all stores. */
export const PUT = shopRoute<Params>("putFile", (call) =>
  takeFeed(call, async (ctx, sent) => ({
    file: await createCaller(ctx).inventory.putFile({ ...call.params, ...sent }),
  })),
);
