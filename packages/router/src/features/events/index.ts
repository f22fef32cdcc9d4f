export { events } from "./events.router.ts";
