import { readBounded } from "../../access/caller.ts";
import { unauthorized } from "../../kernel/errors.ts";
import type { Auth } from "./internal/auth.ts";
import { refusal } from "./internal/gate-answers.ts";
import type { SignIn, SignInRequest } from "./internal/staff-sign-in.ts";
import { type SignInPath, signInPaths } from "./sign-in.schema.ts";

const BASE = "/api/auth";
const MAX_BYTES = 16 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true });

const isSignInPath = (path: string): path is SignInPath => Object.hasOwn(signInPaths, path);

async function jsonOf(request: Request): Promise<{ json: unknown } | { refused: Response }> {
  const bytes = await readBounded(request, MAX_BYTES);
  if (!bytes) return { refused: refusal(413, "PayloadTooLarge", "The body is larger than 16 KiB.") };
  try {
    return { json: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return { refused: refusal(400, "MalformedRequest", "The body is not JSON in UTF-8.") };
  }
}

/**
 * Answers requests below `/api/auth`. The paths in `signInPaths` take POST with a JSON body of at most 16 KiB. All other paths
 * answer 404. If a path needs a session, the gate checks the session before it reads the body.
 */
export function openSignInGate(auth: Auth, signIn: SignIn) {
  return async (request: Request, address: string): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : "";
    if (!isSignInPath(path)) return refusal(404, "RouteNotFound", "There is nothing here.");
    if (request.method !== "POST") {
      return refusal(405, "MethodNotAllowed", "Call this path with POST.", { allow: "POST" });
    }
    const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
    if (type.trim().toLowerCase() !== "application/json") {
      return refusal(415, "UnsupportedMediaType", "Send the body as JSON, with Content-Type: application/json.");
    }
    const session = await auth.api.getSession({ headers: request.headers });
    if ("staff" in signInPaths[path] && !session) return refusal(401, "Unauthorized", unauthorized("person").message);
    const read = await jsonOf(request);
    if ("refused" in read) return read.refused;
    const { success, data, error } = signInPaths[path].body.safeParse(read.json);
    if (!success) return refusal(422, "ValidationFailed", error.issues[0]?.message ?? "The body is not valid.");
    const input: SignInRequest = { headers: request.headers, address, session };
    return signIn[path](input, data as never);
  };
}
