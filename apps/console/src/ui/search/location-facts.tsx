"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import { Anchor } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Facts } from "../frame/facts.tsx";
import { exactMoment } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";

const standings: Record<NonNullable<SearchSetup["profile"]>["standing"], string> = {
  good: "In good standing",
  in_review: "The search engine reviews it",
  unverified: "Not verified",
  conflict: "Another profile of the same business has priority",
  suspended: "Suspended by the search engine",
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
    facts.push([
      "Storefront",
      <Anchor key="storefront" href={storefrontUrl} target="_blank" rel="noreferrer" inherit>
        See the storefront <IconExternalLink size={14} aria-label="(opens in a new tab)" />
      </Anchor>,
    ]);
  }
  if (checkedAt) facts.push(["Checked", exactMoment(checkedAt, store.timezone)]);
  if (nextCheckAt) facts.push(["Next check", exactMoment(nextCheckAt, store.timezone)]);
  return <Facts facts={facts} />;
}
