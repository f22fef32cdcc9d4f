import { createCaller } from "@highstreet/router";
import { rejectionsCsv, rejectionsName } from "../../../../../../../../../server/feeds/rejections-csv.ts";
import { problemOf } from "../../../../../../../../../server/problem.ts";
import { staffAccess } from "../../../../../../../../../server/staff-access.ts";

/** The rejected lines of an ingest, as a CSV file to be kept. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/shops/[retailerId]/stores/[storeId]/ingests/[ingestId]/rejections">,
): Promise<Response> {
  const ids = await params;
  const { retailerId, storeId } = ids;
  try {
    const api = createCaller(await staffAccess().contextOf(request.headers));
    const { createdAt } = await api.inventory.getIngest(ids);
    const { timezone } = await api.stores.get({ retailerId, storeId });
    return new Response(rejectionsCsv(api, ids), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${rejectionsName(createdAt, timezone)}"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    const { status, problem } = problemOf(error);
    return new Response(problem.message, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
  }
}
