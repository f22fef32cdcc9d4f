import { FeedError } from "@highstreet/feeds";
import { ProviderError } from "@highstreet/providers";
import { expect, test, vi } from "vitest";
import { unavailable, whyUnavailable } from "./database-error.ts";
import { DomainError } from "./errors.ts";

// Next bundles each route separately. So an error can come from another copy of its class.
vi.resetModules();
const db = await import("@highstreet/db");
const feeds = await import("@highstreet/feeds");
const providers = await import("@highstreet/providers");
const errors = await import("./errors.ts");

test("a call that waited too long in another bundle's database is explained to the caller", () => {
  const busy = whyUnavailable(new db.WaitedTooLong("waited"));
  expect(busy).toMatch(/Send the call again/);
  expect(unavailable(undefined, busy)).toMatchObject({ code: "Unavailable", status: 503 });
});

test("errors of another bundle are known by their class", () => {
  expect(feeds.FeedError).not.toBe(FeedError);
  expect(new feeds.FeedError("FeedTooComplex", "no")).toBeInstanceOf(FeedError);
  expect(new providers.ProviderError("refused", "no")).toBeInstanceOf(ProviderError);
  expect(new errors.DomainError("StoreNotFound", "no")).toBeInstanceOf(DomainError);
  expect(new Error("no")).not.toBeInstanceOf(DomainError);
});
