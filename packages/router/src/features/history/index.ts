export { history } from "./history.router.ts";
