import { bytesOf } from "../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../server/staff-route.ts";

type Params = { retailerId: string };

export const PUT = shopRoute<Params>("addPicture", async ({ request, params, api }) =>
  api.pictures.add({ ...params, feed: bytesOf(request) }),
);
