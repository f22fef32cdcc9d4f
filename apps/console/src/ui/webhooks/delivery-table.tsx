"use client";

import type { Delivery } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { exactMoment, moment, quantity } from "../parts/formats.ts";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import badge from "../parts/state-badge.module.css";
import { useTimeZone } from "../shell/shop-context.tsx";
import own from "./delivery-table.module.css";
import { texts } from "./texts.ts";

const words = texts.list;

interface DeliveryTableProps {
  deliveries: Delivery[];
  /** The next page still loads. */
  isOld: boolean;
  open: (sequence: number) => void;
}

export function DeliveryTable({ deliveries, isOld, open }: DeliveryTableProps) {
  return (
    <RecordTable
      label={words.title}
      columns={[
        words.event,
        words.status,
        { number: words.sequence },
        { number: words.calls },
        words.lastAnswer,
        words.recorded,
      ]}
      isOld={isOld}
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.sequence} delivery={delivery} open={open} />
      ))}
    </RecordTable>
  );
}

function DeliveryRow({ delivery, open }: { delivery: Delivery; open: (sequence: number) => void }) {
  const timeZone = useTimeZone();
  const { sequence, action, barcode, status, tries, lastStatus, nextTryAt, reason, createdAt } = delivery;
  return (
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
        {reason === "receiver_down" && <span className={classes.reason}>{words.receiverDown}</span>}
        {nextTryAt && <span className={classes.reason}>{words.nextTryAt(exactMoment(nextTryAt, timeZone))}</span>}
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
        <time dateTime={createdAt}>{moment(createdAt, timeZone)}</time>
      </td>
    </tr>
  );
}
