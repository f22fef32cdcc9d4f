/** `npm run check`: all that can be said of the sources without running them. */
import { check } from "./checks.ts";

const { failed } = await check();
process.exit(failed === 0 ? 0 : 1);
