"use client";

import type { Listing } from "@highstreet/router/features/listings/listings.schema.ts";
import { moment, money } from "../parts/formats.ts";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import badge from "../parts/state-badge.module.css";
import { StockBadge } from "../products/stock-badge.tsx";
import { listingWords } from "../server-words/server-words.ts";
import { useStore } from "../shell/shop-context.tsx";
import own from "./listings.module.css";
import { texts } from "./texts.ts";

const { columns } = texts;

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

export function ListingTable({ listings, isOld }: ListingTableProps) {
  return (
    <RecordTable
      label={texts.table}
      columns={[columns.product, columns.status, columns.stock, { number: columns.price }, columns.sent]}
      isOld={isOld}
    >
      {listings.map((listing) => (
        <ListingRow key={listing.barcode} listing={listing} />
      ))}
    </RecordTable>
  );
}

function ListingRow({ listing }: { listing: Listing }) {
  const { store } = useStore();
  const { barcode, title, state, wanted, sent, sentAt, problem } = listing;
  const isOther = sent && (sent.status !== wanted?.status || sent.price !== wanted.price);
  return (
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={own.product}>
        <span className={own.name}>{title ?? barcode}</span>
        {title && <span className={own.barcode}>{barcode}</span>}
      </th>
      <td role="cell" className={classes.status}>
        <span className={badge.badge} data-tone={tones[state]}>
          {texts.states[state]}
        </span>
        {problem && <span className={classes.reason}>{listingWords(problem)}</span>}
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
  );
}
