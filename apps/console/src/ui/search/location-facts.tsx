"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import type { ReactNode } from "react";
import { Facts } from "../frame/facts.tsx";
import { exactMoment } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { Storefront } from "./storefront.tsx";

const standings: Record<NonNullable<SearchSetup["profile"]>["standing"], string> = {
  good: "In good standing",
  in_review: "Google reviews it",
  unverified: "Not verified",
  conflict: "Another profile of the same business has priority",
  suspended: "Suspended by Google",
};

/** The location of the listings from its business profile, and the time of the last check. */
export function LocationFacts({ setup, storefrontUrl }: { setup: SearchSetup; storefrontUrl: string | null }) {
  const { store } = useStore();
  const { locationId, storeCode, profile, checkedAt, nextCheckAt } = setup;
  const facts: [string, ReactNode][] = [
    ["Location ID", locationId],
    ["Store code", storeCode ?? "Made when we have access"],
  ];
  if (profile) {
    facts.push(["Business profile", [profile.name, profile.address].filter(Boolean).join(", ")]);
    facts.push(["Standing", standings[profile.standing]]);
  }
  if (storefrontUrl) {
    facts.push(["Storefront", <Storefront key="storefront" url={storefrontUrl} />]);
  }
  if (checkedAt) facts.push(["Checked", exactMoment(checkedAt, store.timezone)]);
  if (nextCheckAt) facts.push(["Next check", exactMoment(nextCheckAt, store.timezone)]);
  return <Facts facts={facts} />;
}
