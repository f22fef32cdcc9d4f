export { beginListings } from "./begin-listings.ts";
export { endListings } from "./end-listings.ts";
export { listings } from "./listings.router.ts";
export { markListings, markProductListings, markStagedListings } from "./mark-listings.ts";
export { publishListings } from "./publish-listings.ts";
export { readListingProblems } from "./read-listing-problems.ts";
export { reconcileListings } from "./reconcile-listings.ts";
export { resumeListings } from "./resume-listings.ts";
export { type SendingTrouble, sendingTrouble } from "./sending-trouble.ts";
