/** The most bytes of a feed, unpacked (contract §3). */
export const LARGEST_FEED = 200 << 20;
