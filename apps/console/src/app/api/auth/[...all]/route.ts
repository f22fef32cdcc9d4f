import { staffAccess } from "../../../../server/staff-access.ts";

const handle = (request: Request): Promise<Response> => staffAccess().handleAuth(request);

export { handle as GET, handle as POST };
