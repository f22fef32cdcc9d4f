import type { AdsProvider } from "./ads-provider.ts";
import { createGoogleAds } from "./google/ads.ts";
import { type CallGoogle, createCall } from "./google/call.ts";
import { createLocalFeeds } from "./google/local-feeds.ts";
import { createMerchantAccounts } from "./google/merchant-account.ts";
import { createProductInputs, listItemProblems } from "./google/products.ts";
import { createProfileAccess, createProfiles } from "./google/profiles.ts";
import { type GoogleSettings, readGoogleSettings } from "./google/settings.ts";
import { createMemoryBuckets, type QuotaBuckets } from "./quota.ts";
import { createSandboxAds } from "./sandbox/ads.ts";
import { DEFAULT_SPEED, storyOf } from "./sandbox/life.ts";
import { createSandboxSearch } from "./sandbox/search.ts";
import { createProcessMemory, type SandboxWorld } from "./sandbox/world.ts";
import type { SearchProvider } from "./search-provider.ts";
import { readProvider, readSpeed } from "./settings.ts";
import { withTestWorld } from "./test-world.ts";

export function createGoogleSearch(call: CallGoogle, settings: GoogleSettings): SearchProvider {
  return {
    businessAccountId: settings.businessGroup,
    ...createProfileAccess(call, settings.businessGroup),
    ...createProfiles(call),
    ...createMerchantAccounts(call, settings),
    ...createLocalFeeds(call, settings),
    ...createProductInputs(call),
    listProblems: (merchant) => listItemProblems(call, merchant),
  };
}

export interface Providers {
  search: SearchProvider;
  ads: AdsProvider;
  /** Relative to real life. 1 without the sandbox. */
  speed: number;
  /** Describes the sandbox's behaviour for a location. */
  storyOf?: (locationId: string) => string;
  /** The sandbox that answers for test retailers (`withTestWorld`). */
  test?: Providers;
}

export interface ProviderOptions extends Partial<Omit<SandboxWorld, "speed">> {
  /** Default: each process counts for itself. */
  quota?: QuotaBuckets;
}

/**
 * Providers that run on this machine only (the default).
 * @param world.memory the state that processes share; default: state of this process
 */
export function createSandboxProviders(world: Partial<SandboxWorld> = {}): Providers {
  const { now = () => new Date(), speed = DEFAULT_SPEED, memory = createProcessMemory() } = world;
  return {
    search: createSandboxSearch({ now, speed, memory }),
    ads: createSandboxAds({ now, speed, memory }),
    speed,
    storyOf: (locationId) => storyOf(locationId, speed),
  };
}

/**
 * `HIGHSTREET_PROVIDERS` is `sandbox` (default) or `google`. `HIGHSTREET_SANDBOX_SPEED`: docs/google.md.
 * @throws Error with one line that names the wrong setting
 */
export function createProviders(env: Record<string, string | undefined>, options: ProviderOptions = {}): Providers {
  const { quota = createMemoryBuckets(), now, memory } = options;
  const test = createSandboxProviders({ now, memory });
  if (readProvider(env) === "sandbox")
    return withTestWorld(createSandboxProviders({ now, memory, speed: readSpeed(env) }), test);
  const settings = readGoogleSettings(env);
  const call = createCall({ settings, quota, now });
  const google = { search: createGoogleSearch(call, settings), ads: createGoogleAds(call, settings), speed: 1 };
  return withTestWorld(google, test);
}
