export { retailers } from "./retailers.router.ts";
