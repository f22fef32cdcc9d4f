/** `npm run check`: all that can be said of the sources without running them. */
import { check } from "./checks.ts";

const { ok } = await check();
process.exit(ok ? 0 : 1);
