/** In bytes. */
const LARGE = 4 << 20;

/** With which others a feed takes its turn (`Database.bulkTransaction`): large ones hold up no small one. @param size unpacked, in bytes */
export const turnOf = (size: number): "small" | "large" => (size > LARGE ? "large" : "small");
