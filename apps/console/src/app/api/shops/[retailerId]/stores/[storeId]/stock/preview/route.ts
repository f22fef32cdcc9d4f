import { previewedIn } from "../../../../../../../../server/feeds/feed-calls.ts";
import { storeRoute } from "../../../../../../../../server/staff-route.ts";

type Params = { retailerId: string; storeId: string };

export const PUT = storeRoute<Params>("previewStock", async (call) =>
  call.api.inventory.previewStock({ ...call.params, ...previewedIn(call) }),
);
