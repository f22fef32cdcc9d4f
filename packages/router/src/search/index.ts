export { enableSearch } from "./enable-search.ts";
export { refreshSearchChannels } from "./refresh-search-channels.ts";
export { removeSearch } from "./remove-search.ts";
