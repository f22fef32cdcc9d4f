export { findRetailer, opensRetailer, type RetailerRow, retailerNotFound } from "./find-retailer.ts";
export { holdRetailer } from "./hold-retailer.ts";
