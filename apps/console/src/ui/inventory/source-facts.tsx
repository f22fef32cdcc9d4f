"use client";

import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { Facts } from "../frame/facts.tsx";
import { count, moment, quantity } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const words = texts.facts;

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
  if (provider) shown.push([words.provider, words.methods[provider.id] ?? provider.label]);
  if (typeof parameters.url === "string") shown.push([words.address, parameters.url]);
  if (typeof parameters.intervalMinutes === "number")
    shown.push([words.interval, words.every(count(parameters.intervalMinutes, "minute"))]);
  if (nextFetchAt) shown.push([words.next, moment(nextFetchAt, timeZone)]);
  if (parameters.mode === "replace") shown.push([words.leftOut, words.goesOut]);
  if (latestIngest) {
    const { createdAt, numberOfLines, validLines, inStockValidLines } = latestIngest;
    const counts = words.counts(count(numberOfLines, "line"), quantity(validLines), quantity(inStockValidLines));
    // A held file is the latest file, but the store does not have its stock.
    const held = isHeld ? ` (${texts.held})` : "";
    shown.push([words.latest, `${moment(createdAt, timeZone)}${held}: ${counts}`]);
    const heard = lastHeardAt && moment(lastHeardAt, timeZone);
    if (heard && heard !== moment(createdAt, timeZone)) shown.push([words.heard, heard]);
  }
  return shown;
}
