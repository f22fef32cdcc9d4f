import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./record-table.module.css";

/** The label of a column. `number` aligns a column to the right. `unseen` is for screen readers only. */
type Column = string | { number: string } | { unseen: string };

interface RecordTableProps {
  label: string;
  columns: Column[];
  /** The next page still loads. */
  isOld?: boolean;
  /** The rows. */
  children: ReactNode;
}

/** A table of records. On a phone each record is a card, so the roles are explicit. */
export function RecordTable({ label, columns, isOld, children }: RecordTableProps) {
  return (
    <table role="table" className={classes.table} aria-label={label} aria-busy={isOld}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          {columns.map((column) => (
            <th key={JSON.stringify(column)} scope="col" className={isNumber(column) ? classes.number : undefined}>
              {headOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

const isNumber = (column: Column): boolean => typeof column !== "string" && "number" in column;

function headOf(column: Column): ReactNode {
  if (typeof column === "string") return column;
  return "number" in column ? column.number : <VisuallyHidden>{column.unseen}</VisuallyHidden>;
}
