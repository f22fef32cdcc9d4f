import { createCaller } from "@highstreet/router";
import { bytesOf } from "../../../../../../../../server/feeds/bytes-of.ts";
import { answer } from "../../../../../../../../server/problem.ts";
import { staffAccess } from "../../../../../../../../server/staff-access.ts";

/** How a stock file would be read; nothing is kept of it. `?partial=true`: these are its first bytes only. */
export async function PUT(
  request: Request,
  { params }: RouteContext<"/api/shops/[retailerId]/stores/[storeId]/stock/preview">,
): Promise<Response> {
  const ids = await params;
  const partial = new URL(request.url).searchParams.get("partial") === "true";
  const api = createCaller(await staffAccess().contextOf(request.headers));
  return answer(api.inventory.previewStock({ ...ids, partial, feed: bytesOf(request) }));
}
