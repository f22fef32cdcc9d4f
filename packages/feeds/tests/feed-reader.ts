import { createFeedReader } from "../src/parsers/parsed-feed.ts";

/** A feed reader without a limit on concurrent feeds. */
export const reader = createFeedReader(() => ({ take: async () => undefined, give: () => undefined }));
