import { previewedIn } from "../../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../../server/staff-route.ts";

type Params = { retailerId: string };

export const PUT = shopRoute<Params>("previewFile", async (call) =>
  call.api.inventory.previewFile({ ...call.params, ...previewedIn(call) }),
);
