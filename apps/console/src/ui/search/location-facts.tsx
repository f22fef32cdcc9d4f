"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import type { ReactNode } from "react";
import { Facts } from "../frame/facts.tsx";
import { exactMoment } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { Storefront } from "./storefront.tsx";
import { texts } from "./texts.ts";

const words = texts.location;

/** The location of the listings from its business profile, and the time of the last check. */
export function LocationFacts({ setup, storefrontUrl }: { setup: SearchSetup; storefrontUrl: string | null }) {
  const { store } = useStore();
  const { locationId, storeCode, profile, checkedAt, nextCheckAt } = setup;
  const facts: [string, ReactNode][] = [
    [words.id, locationId],
    [words.storeCode, storeCode ?? words.noStoreCode],
  ];
  if (profile) {
    facts.push([words.profile, [profile.name, profile.address].filter(Boolean).join(", ")]);
    facts.push([words.standing, words.standings[profile.standing]]);
  }
  if (storefrontUrl) {
    facts.push([words.storefront, <Storefront key="storefront" url={storefrontUrl} />]);
  }
  if (checkedAt) facts.push([words.checked, exactMoment(checkedAt, store.timezone)]);
  if (nextCheckAt) facts.push([words.nextCheck, exactMoment(nextCheckAt, store.timezone)]);
  return <Facts facts={facts} />;
}
