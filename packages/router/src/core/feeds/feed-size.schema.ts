/** Maximum size of an unpacked feed in bytes (200 MiB). */
export const MAX_FEED_BYTES = 200 << 20;

/** Maximum size of a picture that is sent, in bytes (10 MiB). */
export const MAX_PICTURE_BYTES = 10 << 20;

/** Maximum time that a feed may take to arrive. The largest one at 1 Mbit/s takes 28 minutes. */
export const MAX_UPLOAD_MS = 30 * 60_000;
