export { endpoints, partnerEndpoints } from "./endpoints.router.ts";
