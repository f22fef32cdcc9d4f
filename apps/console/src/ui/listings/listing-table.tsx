"use client";

import type { Listing } from "@highstreet/router/features/listings/listings.schema.ts";
import { moment, money } from "../frame/formats.ts";
import classes from "../frame/record-table.module.css";
import badge from "../frame/state-badge.module.css";
import { StockBadge } from "../products/stock-badge.tsx";
import { useStore } from "../shell/store-context.tsx";
import own from "./listings.module.css";
import { texts } from "./texts.ts";

const { columns } = texts;

/** The colour of each state's badge (state-badge.module.css). */
const tones: Record<Listing["state"], string> = {
  waiting: "pending",
  sent: "delivered",
  refused: "refused",
  disapproved: "failed",
  withdrawn: "",
  unidentified: "held",
};

interface ListingTableProps {
  listings: Listing[];
  /** The next page still loads. */
  isOld: boolean;
}

/** A page of listings: the wanted state and the result. */
export function ListingTable({ listings, isOld }: ListingTableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <table role="table" className={classes.table} aria-busy={isOld} aria-label={texts.table}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{columns.product}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.stock}</th>
          <th scope="col" className={classes.number}>
            {columns.price}
          </th>
          <th scope="col">{columns.sent}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {listings.map((listing) => (
          <ListingRow key={listing.barcode} listing={listing} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function ListingRow({ listing }: { listing: Listing }) {
  const { store } = useStore();
  const { barcode, title, state, wanted, sent, sentAt, problem } = listing;
  const isOther = sent && (sent.status !== wanted?.status || sent.price !== wanted.price);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={own.product}>
        <span className={own.name}>{title ?? barcode}</span>
        {title && <span className={own.barcode}>{barcode}</span>}
      </th>
      <td role="cell" className={classes.status}>
        <span className={badge.badge} data-tone={tones[state]}>
          {texts.states[state]}
        </span>
        {problem && <span className={classes.reason}>{problem.message}</span>}
      </td>
      <td role="cell" data-label={columns.stock}>
        {wanted ? <StockBadge status={wanted.status} /> : "–"}
      </td>
      <td role="cell" data-label={columns.price} className={classes.number}>
        {wanted ? money(wanted.price, wanted.currency) : "–"}
      </td>
      <td role="cell" data-label={columns.sent}>
        {sentAt ? <time dateTime={sentAt}>{moment(sentAt, store.timezone)}</time> : texts.notSent}
        {isOther && (
          <span className={classes.reason}>
            {texts.sentAs(texts.stock[sent.status], money(sent.price, sent.currency))}
          </span>
        )}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
