import type { AdsProvider } from "./ads-provider.ts";
import { createGoogleAds } from "./google/ads.ts";
import { createCall } from "./google/call.ts";
import { createGoogleSearch } from "./google/search.ts";
import { readGoogleSettings } from "./google/settings.ts";
import { createMemoryBuckets, type QuotaBuckets } from "./quota-buckets.ts";
import { createSandboxAds } from "./sandbox/ads.ts";
import { DEFAULT_SPEED } from "./sandbox/life.ts";
import { createProcessMemory } from "./sandbox/memory.ts";
import type { SandboxWorld } from "./sandbox/options.ts";
import { createSandboxSearch } from "./sandbox/search.ts";
import { storyOf } from "./sandbox/story.ts";
import type { SearchProvider } from "./search-provider.ts";
import { readProvider, readSpeed } from "./settings.ts";

/** The outside services that channels publish to. */
export interface Providers {
  search: SearchProvider;
  ads: AdsProvider;
  /** Speed of the outside world relative to real life. Always 1 without the sandbox. */
  speed: number;
  /** Describes the sandbox's behaviour for a location; undefined without the sandbox. */
  storyOf?: (locationId: string) => string;
}

export interface ProviderOptions extends Partial<Omit<SandboxWorld, "speed">> {
  /** Shared by all workers. Default: each process counts for itself. */
  quota?: QuotaBuckets;
}

/**
 * Providers that run on this machine only (the default).
 * @param world.now the clock; default: the machine's clock
 * @param world.memory the state that processes share; default: state of this process only
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
 * Creates the providers that the environment selects. `HIGHSTREET_PROVIDERS` is `sandbox` (default) or `google`.
 * `HIGHSTREET_SANDBOX_SPEED` sets the sandbox's speed relative to real life (docs/google.md).
 * @throws Error with one line that names the wrong setting
 */
export function createProviders(env: Record<string, string | undefined>, options: ProviderOptions = {}): Providers {
  const { quota = createMemoryBuckets(), now, memory } = options;
  if (readProvider(env) === "sandbox") return createSandboxProviders({ now, memory, speed: readSpeed(env) });
  const settings = readGoogleSettings(env);
  const call = createCall({ settings, quota, now });
  return { search: createGoogleSearch(call, settings), ads: createGoogleAds(call, settings), speed: 1 };
}
