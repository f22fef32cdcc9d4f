import { rejectionsCsv, rejectionsName } from "../../../../../../../../../server/feeds/csv.ts";
import { problemOf } from "../../../../../../../../../server/problem.ts";
import { staffRoute } from "../../../../../../../../../server/staff-route.ts";

type Params = { retailerId: string; storeId: string; ingestId: string };

/** The browser shows the answer as a page. */
function asText(error: unknown): Response {
  const { status, headers, problem } = problemOf(error);
  return new Response(problem.message, {
    status,
    headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
  });
}

export const GET = staffRoute<Params>(async ({ params, api }) => {
  const { retailerId, storeId } = params;
  const { createdAt } = await api.inventory.getIngest(params);
  const { timezone } = await api.stores.get({ retailerId, storeId });
  return new Response(rejectionsCsv(api, params), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${rejectionsName(createdAt, timezone)}"`,
      "cache-control": "no-store",
    },
  });
}, asText);
