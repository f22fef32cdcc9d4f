import { columnsIn, previewedIn } from "../../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../../server/staff-route.ts";

type Params = { retailerId: string };

export const PUT = shopRoute<Params>("previewFeed", async (call) => {
  // The procedure checks the columns.
  const columns = columnsIn(call.asked) as object | undefined;
  return call.api.products.previewFeed({ ...call.params, ...previewedIn(call), columns });
});
