"use client";

import type { FleetRow } from "@highstreet/router/features/fleet/fleet.schema.ts";
import Link from "next/link";
import { memo } from "react";
import { moment } from "../frame/formats.ts";
import classes from "../frame/record-table.module.css";
import badge from "../frame/state-badge.module.css";
import own from "./fleet.module.css";
import { stateWords, stockWords, texts } from "./texts.ts";

const MOST_PROBLEMS = 2;

/** The stores with their states. */
export function FleetTable({ rows, isOld }: { rows: FleetRow[]; isOld: boolean }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <table role="table" className={classes.table} aria-label={texts.table} aria-busy={isOld}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{texts.store}</th>
          <th scope="col">{texts.problems}</th>
          <th scope="col">{texts.stock}</th>
          <th scope="col">{texts.channels}</th>
          <th scope="col">{texts.ads}</th>
          <th scope="col">{texts.webhooks}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <StoreRow key={row.store?.id ?? row.retailerId} row={row} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

const State = ({ of }: { of: "connected" | "pending" | null }) =>
  of ? (
    <span className={badge.badge} data-tone={of}>
      {stateWords[of]}
    </span>
  ) : (
    "–"
  );

const StoreRow = memo(function StoreRow({ row }: { row: FleetRow }) {
  const { retailerId, shop, store, lastStockAt, stock, channels, problems } = row;
  const word = store ? stockWords[stock] : undefined;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr role="row" className={`${classes.row} ${classes.opening}`}>
      <th role="rowheader" scope="row" className={own.place}>
        <Link
          className={`${classes.open} ${own.open}`}
          prefetch={false}
          href={store ? `/shops/${retailerId}/products?store=${store.id}` : `/shops/${retailerId}`}
        >
          {store?.name ?? texts.noStore}
        </Link>
        <span className={own.note}>{[shop, store?.city].filter(Boolean).join(" · ")}</span>
      </th>
      <td role="cell" data-label={texts.problems} className={own.wide}>
        {problems.length === 0 ? (
          texts.fine
        ) : (
          <ul className={own.problems}>
            {problems.slice(0, MOST_PROBLEMS).map(({ of, id, message }) => (
              <li key={`${of} ${id}`}>{message}</li>
            ))}
            {problems.length > MOST_PROBLEMS && (
              <li className={own.note}>{texts.more(problems.length - MOST_PROBLEMS)}</li>
            )}
          </ul>
        )}
      </td>
      <td role="cell" data-label={texts.stock} className={own.stock}>
        {lastStockAt ? moment(lastStockAt, store?.timezone ?? "UTC") : texts.never}{" "}
        {word && (
          <span className={badge.badge} data-tone={stock}>
            {word}
          </span>
        )}
      </td>
      <td role="cell" data-label={texts.channels}>
        <State of={channels.search} />
      </td>
      <td role="cell" data-label={texts.ads}>
        <State of={channels.local_ads} />
      </td>
      <td role="cell" data-label={texts.webhooks}>
        <State of={channels.webhooks} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
});
