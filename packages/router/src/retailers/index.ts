export { findRetailer, opensRetailer, type RetailerRow, retailerNotFound } from "./find-retailer.ts";
