/** Maximum size of an unpacked feed in bytes (200 MiB). */
export const LARGEST_FEED = 200 << 20;
