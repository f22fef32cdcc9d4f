/** `npm run build`: makes what the processes of a deployment need and do not make themselves. */
import { Children } from "./children.ts";
import { buildConsole } from "./console-build.ts";
import { live } from "./lifetime.ts";

// The packages and the Prisma client are there: bootstrap.mjs, which starts this script, installs and generates them.
await live((life) => buildConsole(new Children(life, { NEXT_TELEMETRY_DISABLED: "1" })));
