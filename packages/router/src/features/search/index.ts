export { checkSearchChannels } from "./check-search-channels.ts";
export { acceptInvitations, giveUpLocations } from "./location-access.ts";
export { search } from "./search.router.ts";
export { searchChannel } from "./search-channel.ts";
