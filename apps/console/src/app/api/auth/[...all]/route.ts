import { addressOf } from "../../../../server/limit-calls.ts";
import { staffAccess } from "../../../../server/staff-access.ts";

/** Sign-in and sign-out. `openSignInGate` lists the open paths. */
const handle = (request: Request): Promise<Response> => staffAccess().handleAuth(request, addressOf(request.headers));

export { handle as GET, handle as POST };
