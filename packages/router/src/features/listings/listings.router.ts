import { procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { CountListings, ListingCounts, ListingPage, ListListings } from "./listings.schema.ts";
import { countListings, listListings } from "./read-listings.ts";

const read = procedure.meta({ access: "channels:read", stores: "named" });

export const listings = router({
  list: query(read, ListListings, ListingPage, listListings),
  counts: query(read, CountListings, ListingCounts, countListings),
});
