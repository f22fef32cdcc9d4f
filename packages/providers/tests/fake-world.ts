import { createGoogleAds } from "../src/google/ads.ts";
import { type CallGoogle, createCall } from "../src/google/call.ts";
import { type GoogleSettings, readGoogleSettings } from "../src/google/settings.ts";
import type { AdsProvider, SearchProvider } from "../src/index.ts";
import { createGoogleSearch } from "../src/providers.ts";
import { createMemoryBuckets } from "../src/quota.ts";
import { createFakeGoogle } from "./fake-google/server.ts";
import { advance, fakeEnvironment, timeOf, type World } from "./fake-google/world.ts";

export const START = Date.parse("2026-03-02T09:00:00Z");

/** The adapters with a fake of Google. The fake's clock moves only with the pauses of the adapters. */
export interface FakeWorld {
  url: string;
  world: World;
  settings: GoogleSettings;
  call: CallGoogle;
  search: SearchProvider;
  ads: AdsProvider;
  /** Every pause in milliseconds. */
  pauses: number[];
  /** Calls the fake without an adapter. Signed in by default. */
  ask(
    method: string,
    hostAndPath: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>;
  close(): Promise<void>;
}

export async function openFakeWorld(env: Record<string, string> = {}): Promise<FakeWorld> {
  const { app, world } = createFakeGoogle();
  world.frozenAt = START;
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const settings = readGoogleSettings({ ...fakeEnvironment(url), ...env });
  const pauses: number[] = [];
  const now = () => new Date(timeOf(world));
  const sleep = async (ms: number) => {
    pauses.push(ms);
    advance(world, ms);
  };
  const call = createCall({ settings, quota: createMemoryBuckets(() => timeOf(world)), now, sleep });
  world.accessTokens.set("test", {
    scopes: ["business.manage", "content", "adwords"].map((name) => `https://www.googleapis.com/auth/${name}`),
    until: Number.POSITIVE_INFINITY,
  });

  return {
    url,
    world,
    settings,
    call,
    search: createGoogleSearch(call, settings),
    ads: createGoogleAds(call, settings),
    pauses,
    ask: async (
      method,
      hostAndPath,
      body,
      headers = { authorization: "Bearer test", "developer-token": "developer-token" },
    ) => {
      const response = await fetch(`${url}/${hostAndPath}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Record<string, unknown>,
      };
    },
    close: () => app.close(),
  };
}
