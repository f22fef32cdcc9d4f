export { changeChannel, enabledAt, recordChange } from "./change-channel.ts";
export { channels } from "./channels.router.ts";
