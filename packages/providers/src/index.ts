import { createSandboxSearch } from "./sandbox-search.ts";
import type { SearchProvider } from "./search-provider.ts";

export type { LocationState, SearchProvider } from "./search-provider.ts";

/** The services outside that channels publish to. */
export interface Providers {
  search: SearchProvider;
}

/** Providers that rehearse everything on this machine (the default). */
export function createSandboxProviders(): Providers {
  return { search: createSandboxSearch() };
}
