"use client";

import type { StoreState } from "@highstreet/router/features/overview/overview.schema.ts";
import Link from "next/link";
import type { ReactNode } from "react";
import { channelName } from "../edits/product-words.ts";
import { ago, moment, quantity } from "../parts/formats.ts";
import { useShop, useTimeZone } from "../shell/shop-context.tsx";
import classes from "./store-table.module.css";
import { texts } from "./texts.ts";

interface StoreTableProps {
  stores: StoreState[];
  actions?: (store: StoreState) => ReactNode;
}

export function StoreTable({ stores, actions }: StoreTableProps) {
  const { columns } = texts;
  return (
    <table role="table" className={classes.table} aria-label={texts.title}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{columns.store}</th>
          <th scope="col" className={classes.number}>
            {columns.inStock}
          </th>
          <th scope="col" className={classes.number}>
            {columns.rejected}
          </th>
          <th scope="col">{columns.lastStock}</th>
          <th scope="col">{columns.channels}</th>
          {actions && <td className={classes.actions} />}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {stores.map((store) => (
          <StoreRow key={store.id} store={store} actions={actions?.(store)} />
        ))}
      </tbody>
    </table>
  );
}

function StoreRow({ store, actions }: { store: StoreState; actions: ReactNode }) {
  const { base } = useShop();
  const { columns } = texts;
  const timeZone = useTimeZone();
  const { pausedUntil } = store;
  const { id, name, city, inStock, levels, rejected, lastStockAt, channels } = store;
  const hasGoogle = channels.some((channel) => channel.id === "search");
  return (
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={classes.store}>
        <Link href={`${base}/products?store=${id}`} className={classes.name}>
          {name}
        </Link>
        <span className={classes.city}>{city}</span>
        {pausedUntil && <span className={classes.paused}>{texts.pause.badge(moment(pausedUntil, timeZone))}</span>}
      </th>
      <td role="cell" className={classes.number} data-label={columns.inStock}>
        {quantity(inStock)}
        <Sparkline values={levels} label={texts.levels(quantity(levels.find((level) => level !== null) ?? 0))} />
      </td>
      <td role="cell" className={classes.number} data-label={columns.rejected}>
        {rejected === 0 && (hasGoogle ? quantity(0) : texts.off)}
        {rejected > 0 && (
          <Link
            href={`${base}/products?store=${id}&notShownOn=search&because=ListingRefused`}
            className={classes.rejected}
          >
            {quantity(rejected)}
          </Link>
        )}
      </td>
      <td role="cell" data-label={columns.lastStock} suppressHydrationWarning>
        {lastStockAt ? ago(lastStockAt) : texts.never}
      </td>
      <td role="cell" data-label={columns.channels}>
        {channels.length === 0 && texts.off}
        {channels.map((channel) => {
          const state = channel.warnings > 0 ? "warning" : channel.status;
          return (
            <span key={channel.id} className={classes.channel} data-state={state}>
              {channelName(channel.id)}
              {state !== "connected" && ` ${texts.states[state]}`}
            </span>
          );
        })}
      </td>
      {actions && (
        <td role="cell" className={classes.actions}>
          {actions}
        </td>
      )}
    </tr>
  );
}

/** Numbers over time as a small line. `null`: not yet. */
function Sparkline({ values, label }: { values: (number | null)[]; label: string }) {
  const known = values.flatMap((value, n) => (value === null ? [] : [[n, value] as const]));
  if (known.length < 2) return null;
  const most = Math.max(...known.map(([, value]) => value), 1);
  const points = known.map(([n, value]) => `${(n / (values.length - 1)) * 100},${22 - (value / most) * 20}`);
  return (
    <svg className={classes.levels} viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
      <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
