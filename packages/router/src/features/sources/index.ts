export { changeSource, goodFeed, type SourceChange, sourceWarnings, type Why } from "./change-source.ts";
export { disconnectSilentSources } from "./disconnect-silent-sources.ts";
export { providerOf, readSource } from "./source.ts";
export { sources } from "./sources.router.ts";
