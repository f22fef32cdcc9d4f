"use client";

import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import { Text } from "@mantine/core";
import { Fragment } from "react";
import facts from "../frame/facts.module.css";
import { Notice } from "../frame/notice.tsx";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The used, unused and missing columns of a file. */
export function FeedColumns({ preview: { columns, missing } }: { preview: StockPreview }) {
  const taken = Object.entries(columns.taken);
  const names = taken.map(([, name]) => name);
  const others = columns.seen.filter((name) => name && !names.includes(name));
  return (
    <>
      {missing.length > 0 && (
        <Notice tone="error">
          <Text size="sm" fw={600}>
            {columns.seen.length > 0
              ? `This file cannot be used: it has no column for ${missing.map(({ field }) => field).join(" and ")}.`
              : "This file cannot be used: it has no headings."}
          </Text>
          The first line must name the columns. Rename the heading, then choose the file again. Capitals, spaces and
          hyphens do not matter:
          <ul className={facts.names}>
            {missing.map(({ field, names: understood }) => (
              <li key={field}>
                {capital(field)} is understood as {understood.join(", ")}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <dl className={facts.facts}>
        {taken.map(([field, name]) => (
          <Fragment key={field}>
            <dt>{capital(field)}</dt>
            <dd>from the column “{name}”</dd>
          </Fragment>
        ))}
        {others.length > 0 && (
          <>
            <dt>Not taken</dt>
            <dd>{others.join(", ")}</dd>
          </>
        )}
      </dl>
    </>
  );
}
