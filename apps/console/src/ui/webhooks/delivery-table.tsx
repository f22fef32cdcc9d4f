"use client";

import type { Delivery } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { exactMoment, moment, quantity } from "../frame/formats.ts";
import classes from "../frame/record-table.module.css";
import badge from "../frame/state-badge.module.css";
import { useStore } from "../shell/store-context.tsx";
import own from "./delivery-table.module.css";
import { texts } from "./texts.ts";

const words = texts.list;

interface DeliveryTableProps {
  deliveries: Delivery[];
  /** The next page still loads. */
  isOld: boolean;
  /** Shows a delivery with its calls. */
  open: (sequence: number) => void;
}

/** A page of deliveries. */
export function DeliveryTable({ deliveries, isOld, open }: DeliveryTableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <table role="table" className={classes.table} aria-busy={isOld} aria-label={words.title}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{words.event}</th>
          <th scope="col">{words.status}</th>
          <th scope="col" className={classes.number}>
            {words.sequence}
          </th>
          <th scope="col" className={classes.number}>
            {words.calls}
          </th>
          <th scope="col">{words.lastAnswer}</th>
          <th scope="col">{words.recorded}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.sequence} delivery={delivery} open={open} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function DeliveryRow({ delivery, open }: { delivery: Delivery; open: (sequence: number) => void }) {
  const { store } = useStore();
  const { sequence, action, barcode, status, tries, lastStatus, nextTryAt, createdAt } = delivery;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr role="row" className={`${classes.row} ${classes.opening}`}>
      <th role="rowheader" scope="row" className={own.event}>
        <UnstyledButton className={`${classes.open} ${own.open}`} onClick={() => open(sequence)}>
          <span className={own.action}>{action}</span> {barcode && <span className={own.barcode}>{barcode}</span>}
          <VisuallyHidden> {words.show(sequence)}</VisuallyHidden>
        </UnstyledButton>
      </th>
      <td role="cell" className={classes.status}>
        <span className={badge.badge} data-tone={status}>
          {texts.statuses[status]}
        </span>
        {nextTryAt && <span className={classes.reason}>{words.nextTryAt(exactMoment(nextTryAt, store.timezone))}</span>}
      </td>
      <td role="cell" data-label={words.sequence} className={classes.number}>
        {sequence}
      </td>
      <td role="cell" data-label={words.calls} className={classes.number}>
        {quantity(tries)}
      </td>
      <td role="cell" data-label={words.lastAnswer}>
        {lastStatus ?? (tries > 0 ? words.noAnswer : "–")}
      </td>
      <td role="cell" data-label={words.recorded} className={own.when}>
        <time dateTime={createdAt}>{moment(createdAt, store.timezone)}</time>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
