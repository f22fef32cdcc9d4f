/** `npm run check`: all checks of the sources. */
import { check } from "./checks.ts";

const { ok } = await check();
process.exit(ok ? 0 : 1);
