import type { Spool } from "./spool.ts";

/** In bytes. */
const LARGE = 4 << 20;

/** With which others a feed takes its turn (`Database.bulkTransaction`): large ones hold up no small one. */
export const turnOf = ({ size }: Spool): "small" | "large" => (size > LARGE ? "large" : "small");
