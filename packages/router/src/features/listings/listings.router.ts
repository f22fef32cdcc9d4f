import { procedure, router } from "../../kernel/trpc.ts";
import { countListings } from "./count-listings.ts";
import { listListings } from "./list-listings.ts";
import { CountListings, ListingCounts, ListingPage, ListListings } from "./listings.schema.ts";

/** The listings of a store's channel. */
export const listings = router({
  list: procedure
    .meta({ access: "channels:read" })
    .input(ListListings)
    .output(ListingPage)
    .query(({ ctx, input }) => listListings(ctx, input)),
  counts: procedure
    .meta({ access: "channels:read" })
    .input(CountListings)
    .output(ListingCounts)
    .query(({ ctx, input }) => countListings(ctx, input)),
});
