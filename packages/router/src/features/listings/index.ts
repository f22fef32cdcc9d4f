export { listings } from "./listings.router.ts";
export {
  beginListings,
  endListings,
  isAllSent,
  markListings,
  markProductListings,
  markStagedListings,
  markStore,
  markStoreProductListings,
  resumeListings,
  type SendingTrouble,
  sendingTrouble,
} from "./publications.ts";
export { publishListings } from "./publish-listings.ts";
export { readListingProblems } from "./read-listing-problems.ts";
export { countProblems, type ListedCounts, publicationBacklog } from "./read-listings.ts";
export { reconcileListings } from "./reconcile-listings.ts";
