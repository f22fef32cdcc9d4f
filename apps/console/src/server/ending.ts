import { once } from "./once.ts";

/** Aborted when the process takes no new connections. Ends the streams, which would otherwise last until the deadline. */
export const ending = (): AbortController => once("ending", () => new AbortController());
