export { retailerWrite } from "./internal/retailer-record.ts";
export { retailers } from "./retailers.router.ts";
