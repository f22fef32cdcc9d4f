export { countProblems, type ListedCounts } from "./count-problems.ts";
export { listings } from "./listings.router.ts";
export { markListings, markProductListings, markStagedListings, markStoreProductListings } from "./mark-listings.ts";
export { publicationBacklog } from "./publication-backlog.ts";
export {
  beginListings,
  endListings,
  isAllSent,
  resumeListings,
  type SendingTrouble,
  sendingTrouble,
} from "./publications.ts";
export { publishListings } from "./publish-listings.ts";
export { readListingProblems } from "./read-listing-problems.ts";
export { reconcileListings } from "./reconcile-listings.ts";
