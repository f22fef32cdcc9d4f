export { acceptInvitations } from "./accept-invitations.ts";
export { checkSearchChannels } from "./check-search-channels.ts";
export { giveUpLocations } from "./give-up-locations.ts";
export { search } from "./search.router.ts";
export { searchChannel } from "./search-channel.ts";
