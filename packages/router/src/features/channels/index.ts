export { channels } from "./channels.router.ts";
