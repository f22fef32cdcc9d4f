export { acceptInvitations } from "./accept-invitations.ts";
export { checkSearchChannels } from "./check-search-channels.ts";
export { enableSearch } from "./enable-search.ts";
export { giveUpLocations } from "./give-up-locations.ts";
export { introduceAgain } from "./introduce-again.ts";
export { removeSearch } from "./remove-search.ts";
export { search } from "./search.router.ts";
