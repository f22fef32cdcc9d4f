import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { CountListings, ListingCounts, ListingPage, ListListings } from "./listings.schema.ts";
import { countListings, listListings } from "./read-listings.ts";

const read = procedure.meta({ access: "channels:read", stores: "named" });

export const listings = router({
  list: read
    .input(ListListings)
    .output(ListingPage)
    .query(({ ctx, input }) => listListings(ctx, input)),
  counts: read
    .input(CountListings)
    .output(ListingCounts)
    .query(({ ctx, input }) => countListings(ctx, input)),
});
