"use client";

import type { HistoryOperation } from "@highstreet/router/features/history/history.schema.ts";
import { Button, UnstyledButton } from "@mantine/core";
import { Fragment } from "react";
import { localDate, quantity, timeOfDay } from "../parts/formats.ts";
import classes from "../parts/record-table.module.css";
import own from "./history.module.css";
import { sentenceOf } from "./operation-words.ts";
import { authorOf, dayWords, texts } from "./texts.ts";

interface OperationListProps {
  operations: HistoryOperation[];
  timeZone: string;
  isOld: boolean;
  filter: (changes: { operation: string }) => void;
  /** undefined: the person may not undo it. */
  undoOf: (operation: HistoryOperation) => (() => void) | undefined;
}

/** One row for each operation, by day. */
export function OperationList({ operations, timeZone, isOld, filter, undoOf }: OperationListProps) {
  const days = Map.groupBy(operations, ({ lead }) => localDate(Date.parse(lead.at), timeZone));
  return (
    <table role="table" className={classes.table} aria-busy={isOld} aria-label={texts.title}>
      <tbody role="rowgroup">
        {[...days].map(([date, rows]) => (
          <Fragment key={date}>
            <tr role="row" className={own.day}>
              <th colSpan={3} scope="colgroup">
                {dayWords(date, timeZone)}
              </th>
            </tr>
            {rows.map((operation) => (
              <OperationRow
                key={operation.id}
                operation={operation}
                timeZone={timeZone}
                filter={filter}
                undo={undoOf(operation)}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface OperationRowProps extends Pick<OperationListProps, "timeZone" | "filter"> {
  operation: HistoryOperation;
  undo: (() => void) | undefined;
}

function OperationRow({ operation, timeZone, filter, undo }: OperationRowProps) {
  const { id, lead, named, products, isUndone } = operation;
  const author = authorOf(lead);
  const sentence = sentenceOf(operation);
  const titles = named.map(({ barcode, title }) => title ?? barcode);
  const others = products - titles.length;
  return (
    <tr role="row" className={`${classes.row} ${own.operation}`}>
      <td role="cell" className={own.time}>
        <time dateTime={lead.at}>{timeOfDay(lead.at, timeZone)}</time>
      </td>
      <th role="rowheader" scope="row" className={own.what}>
        <UnstyledButton className={own.sentence} onClick={() => filter({ operation: id })}>
          <b>{author}</b> {sentence}
        </UnstyledButton>
        {products > 1 && titles.length > 0 && (
          <span className={classes.reason}>
            {titles.join(" · ")}
            {others > 0 && ` · ${texts.more(quantity(others))}`}
          </span>
        )}
      </th>
      <td role="cell" className={own.actions}>
        {isUndone && <span className={classes.reason}>{texts.undone}</span>}
        {undo && (
          <Button variant="default" size="compact-sm" aria-label={texts.undoOf(`${author} ${sentence}`)} onClick={undo}>
            {texts.undo}
          </Button>
        )}
      </td>
    </tr>
  );
}
