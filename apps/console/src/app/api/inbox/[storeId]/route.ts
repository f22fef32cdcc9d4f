import { inboxSecrets, readBounded } from "@highstreet/router";
import { environment } from "../../../../server/environment.ts";
import { receive } from "../../../../server/inbox/inbox-store.ts";
import { readCall } from "../../../../server/inbox/read-call.ts";

/** Larger than any webhook call. */
const LIMIT = 256 * 1024;

/** Answers 204, or 401 for a wrong signature. */
export async function POST(request: Request, { params }: { params: Promise<{ storeId: string }> }): Promise<Response> {
  const { storeId } = await params;
  if (!environment.webhookInbox || !/^[0-9a-f-]{36}$/.test(storeId)) return new Response(null, { status: 404 });
  const raw = await readBounded(request, LIMIT);
  if (!raw) return new Response(null, { status: 413 });
  const call = readCall(raw, request.headers, inboxSecrets(environment.secretKey, storeId), new Date());
  receive(storeId, call);
  return new Response(null, { status: call.verified ? 204 : 401 });
}
