"use client";

import { isTaken } from "@highstreet/router/features/inventory/ingest-status.schema.ts";
import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button } from "@mantine/core";
import { duration, moment, quantity } from "../frame/formats.ts";
import classes from "../frame/record-table.module.css";
import badge from "../frame/state-badge.module.css";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const { counts, history: words } = texts;

const numbers = [
  [counts.lines, "numberOfLines"],
  [counts.valid, "validLines"],
  [counts.inStock, "inStockValidLines"],
  [counts.changed, "changedItems"],
  [counts.new, "newItems"],
] as const;

/** Counts of what a file changed. */
const written: readonly string[] = ["changedItems", "newItems"];

interface IngestTableProps {
  ingests: Ingest[];
  /** The next page still loads. */
  isOld: boolean;
  /** Shows the rejected lines of an ingest. */
  open: (ingest: Ingest) => void;
}

/** A page of ingests, newest first. */
export function IngestTable({ ingests, isOld, open }: IngestTableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <table role="table" className={classes.table} aria-busy={isOld} aria-labelledby="history-title">
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{words.when}</th>
          <th scope="col">{words.result}</th>
          <th scope="col">{words.type}</th>
          {numbers.map(([label]) => (
            <th key={label} scope="col" className={classes.number}>
              {label}
            </th>
          ))}
          <th scope="col" className={classes.number}>
            {counts.rejected}
          </th>
          <th scope="col" className={classes.number}>
            {words.time}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {ingests.map((ingest) => (
          <IngestRow key={ingest.id} ingest={ingest} open={open} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function IngestRow({ ingest, open }: { ingest: Ingest; open: (ingest: Ingest) => void }) {
  const { store } = useStore();
  const when = moment(ingest.createdAt, store.timezone);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={classes.when}>
        <time dateTime={ingest.createdAt}>{when}</time>
      </th>
      <td role="cell" className={classes.status}>
        <span className={badge.badge} data-tone={ingest.status}>
          {words.results[ingest.status]}
        </span>
        {ingest.reason && <span className={classes.reason}>{ingest.reason}</span>}
      </td>
      <td role="cell" data-label={words.type}>
        {words.types[ingest.mode]}
      </td>
      {numbers.map(([label, field]) => (
        <td role="cell" key={field} data-label={label} className={classes.number}>
          {isTaken(ingest.status) || !written.includes(field) ? quantity(ingest[field]) : "–"}
        </td>
      ))}
      <td role="cell" data-label={counts.rejected} className={classes.number}>
        {ingest.rejectedLines === 0 && "0"}
        {ingest.rejectedLines > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.rejected}
            onClick={() => open(ingest)}
            aria-label={words.showRejected(quantity(ingest.rejectedLines), when)}
          >
            {quantity(ingest.rejectedLines)}
          </Button>
        )}
      </td>
      <td role="cell" data-label={words.time} className={classes.number}>
        {duration(ingest.durationMs)}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
