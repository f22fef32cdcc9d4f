"use client";

import type { StoreState } from "@highstreet/router/features/overview/overview.schema.ts";
import Link from "next/link";
import type { ReactNode } from "react";
import { ago, quantity } from "../frame/formats.ts";
import { channelName } from "../frame/product-words.ts";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./store-table.module.css";
import { texts } from "./texts.ts";

interface StoreTableProps {
  stores: StoreState[];
  /** The actions on a store, in the last column. */
  actions?: (store: StoreState) => ReactNode;
}

/** Stores with their stock, the number of products on Google, the time of their last stock, and their channels. */
export function StoreTable({ stores, actions }: StoreTableProps) {
  const { columns } = texts;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <table role="table" className={classes.table} aria-label={texts.title}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{columns.store}</th>
          <th scope="col" className={classes.number}>
            {columns.inStock}
          </th>
          <th scope="col" className={classes.number}>
            {columns.shown}
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
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function StoreRow({ store, actions }: { store: StoreState; actions: ReactNode }) {
  const { base } = useShop();
  const { columns } = texts;
  const { id, name, city, inStock, shown, rejected, lastStockAt, channels } = store;
  const hasGoogle = channels.some((channel) => channel.id === "search");
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={classes.store}>
        <Link href={`${base}/products?store=${id}`} className={classes.name}>
          {name}
        </Link>
        <span className={classes.city}>{city}</span>
      </th>
      <td role="cell" className={classes.number} data-label={columns.inStock}>
        {quantity(inStock)}
      </td>
      <td role="cell" className={classes.number} data-label={columns.shown}>
        {hasGoogle ? quantity(shown) : texts.off}
        {rejected > 0 && (
          <Link href={`${base}/products?store=${id}&notShownOn=search`} className={classes.rejected}>
            {texts.rejected(quantity(rejected))}
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
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
