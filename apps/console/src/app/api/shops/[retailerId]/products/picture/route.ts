import { isPublic } from "@highstreet/router";
import { bytesOf } from "../../../../../../server/feeds/feed-calls.ts";
import { shopRoute } from "../../../../../../server/staff-route.ts";

type Params = { retailerId: string };

/** The picture of the product in `?barcode=`, for the store in `?store=`. */
export const PUT = shopRoute<Params>("putPicture", async ({ request, params, asked, api }) => {
  const target = { storeId: asked.get("store") ?? undefined, barcode: asked.get("barcode") ?? "" };
  const { image } = await api.pictures.put({ ...params, ...target, feed: bytesOf(request) });
  const url = image?.[0] ?? "";
  return { url, isPublic: isPublic(url) };
});
