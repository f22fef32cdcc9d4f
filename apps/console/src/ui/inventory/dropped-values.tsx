import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { count } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { texts } from "./texts.ts";
import classes from "./upload.module.css";

const words = texts.dropped;

const LONGEST = 80;

const shortened = (value: string): string => (value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);

/** The wrong product data of a file, by reason. Its lines count. */
export function DroppedValues({ values }: { values: Ingest["droppedValues"] }) {
  if (values.length === 0) return null;
  return (
    <Notice tone="info">
      {words.title}
      <ul className={classes.dropped}>
        {values.map(({ field, code, message, lines, line, value }) => (
          <li key={`${field} ${code}`}>
            {lines > 1 ? words.lines(line, count(lines - 1, "otherLine"), message) : words.line(line, message)}{" "}
            {value && `“${shortened(value)}”`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
