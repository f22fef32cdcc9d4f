"use client";

import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import { Box, Table } from "@mantine/core";
import { IconAlertTriangle } from "../parts/icons.tsx";
import { rejectionWords } from "../server-words/server-words.ts";
import classes from "./preview-lines.module.css";
import { texts } from "./texts.ts";

const words = texts.preview;

/** Enough lines to check how they are read. */
const FIRST = 8;

/** The first lines of a file as they would be read, and lines with problems, marked at the line and in the cell. */
export function PreviewLines({ preview: { columns, lines } }: { preview: StockPreview }) {
  if (lines.length === 0) return null;
  const shown = lines.filter(({ problem }, index) => index < FIRST || problem);
  const fields = Object.keys(columns.taken);
  return (
    // The frame scrolls sideways, so the keyboard must reach it.
    <Box component="section" className={classes.frame} aria-label={words.title} tabIndex={0}>
      <Table verticalSpacing={6} horizontalSpacing="sm" fz="sm">
        <caption className={classes.caption}>{words.title}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.line}</Table.Th>
            {fields.map((field) => (
              <Table.Th key={field} scope="col">
                {texts.fields[field as keyof typeof texts.fields]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((line) => (
            <Line key={line.line} line={line} fields={fields} />
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Line({ line: { line, values, problem }, fields }: { line: StockPreview["lines"][number]; fields: string[] }) {
  const about = `problem-of-line-${line}`;
  return (
    <>
      <Table.Tr data-wrong={problem !== null || undefined} className={classes.line}>
        <Table.Th scope="row" className={classes.number}>
          {line}
        </Table.Th>
        {fields.map((field) => (
          <Table.Td
            key={field}
            className={classes.value}
            data-wrong={problem?.field === field || undefined}
            aria-invalid={problem?.field === field || undefined}
            aria-describedby={problem?.field === field ? about : undefined}
          >
            <span className={values[field] ? classes.text : classes.empty}>{values[field] || words.empty}</span>
          </Table.Td>
        ))}
      </Table.Tr>
      {problem && (
        <Table.Tr className={classes.problem}>
          <Table.Td />
          <Table.Td colSpan={fields.length} id={about}>
            <span className={classes.words}>
              <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
              {rejectionWords(problem)}
            </span>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
