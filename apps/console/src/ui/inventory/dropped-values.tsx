import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { count } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";

/** The wrong product data of a file, by reason. Its lines count. */
export function DroppedValues({ values }: { values: Ingest["droppedValues"] }) {
  if (values.length === 0) return null;
  return (
    <Notice tone="info">
      Some product data was left out. The stock of these lines was taken.
      <ul>
        {values.map(({ field, code, message, lines, line, value }) => (
          <li key={`${field} ${code}`}>
            Line {line}
            {lines > 1 && ` and ${count(lines - 1, "other line")}`}: {message} {value && `“${value}”`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
