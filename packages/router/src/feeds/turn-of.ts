/** In bytes. */
const LARGE = 4 << 20;

/** The bulk slots of a feed (`Database.bulkTransaction`): large feeds do not delay small ones. @param size unpacked, in bytes */
export const turnOf = (size: number): "small" | "large" => (size > LARGE ? "large" : "small");
