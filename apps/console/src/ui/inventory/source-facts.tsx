"use client";

import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { Facts } from "../frame/facts.tsx";
import { count, moment } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

/** The settings of a source, and its last file. */
export function SourceFacts({ source, isHeld }: { source: SourceRecord; isHeld: boolean }) {
  const { store } = useStore();
  const shown = factsOf(source, isHeld, store.timezone);
  if (shown.length === 0) return null;
  return <Facts facts={shown} />;
}

function factsOf(
  { provider, latestIngest, lastHeardAt, parameters, nextFetchAt }: SourceRecord,
  isHeld: boolean,
  timeZone: string,
) {
  const shown: [string, string][] = [];
  if (provider) shown.push(["Comes by", provider.label]);
  if (typeof parameters.url === "string") shown.push(["Fetched from", parameters.url]);
  if (typeof parameters.intervalMinutes === "number")
    shown.push(["Fetched", `every ${count(parameters.intervalMinutes, "minute")}`]);
  if (nextFetchAt) shown.push(["Next time", moment(nextFetchAt, timeZone)]);
  if (parameters.mode === "replace") shown.push(["Left out of a file", "Goes out of stock at once"]);
  if (latestIngest) {
    const { createdAt, numberOfLines, validLines, inStockValidLines } = latestIngest;
    const counts = `${count(numberOfLines, "line")}, ${count(validLines, "valid", "valid")}, ${count(inStockValidLines, "in stock", "in stock")}`;
    // A held file is the latest file, but the store does not have its stock.
    const held = isHeld ? ` (${texts.held})` : "";
    shown.push(["Latest file", `${moment(createdAt, timeZone)}${held}: ${counts}`]);
    const heard = lastHeardAt && moment(lastHeardAt, timeZone);
    if (heard && heard !== moment(createdAt, timeZone)) shown.push(["Last heard from", heard]);
  }
  return shown;
}
