import { addressOf } from "../../../../server/caller-address.ts";
import { staffAccess } from "../../../../server/staff-access.ts";

/** Signing in and out; `openSignInGate` says what is open. */
const handle = (request: Request): Promise<Response> => staffAccess().handleAuth(request, addressOf(request.headers));

export { handle as GET, handle as POST };
