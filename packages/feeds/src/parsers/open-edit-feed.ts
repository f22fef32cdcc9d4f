import type { FeedBytes } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { type EditField, type EditLine, editNames, readEditLine } from "../lines/edit-line.ts";
import { type ColumnMapping, findColumns, noStore } from "../lines/feed-columns.ts";
import { type LineRejection, placed } from "../lines/feed-line.ts";
import { plain } from "../lines/words-behind.ts";
import { COMPLETE, readHeader } from "../read-header.ts";
import { readRecords } from "../read-records.ts";
import type { ReadableFeed } from "./messages.ts";
import { resultOf } from "./open-stock-feed.ts";

/** A line of a file of edits: read, or rejected. */
export interface EditRow {
  line: number;
  read: EditLine | LineRejection;
}

/** Takes the rows of a file of edits in pieces. @param take called with whole lines in order */
export function editRows(take: (lines: EditRow[]) => Promise<void>): (rows: Uint8Array) => Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  return async (rows) => {
    const lines = (rest + decoder.decode(rows, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length) await take(lines.map((line) => JSON.parse(line) as EditRow));
  };
}

const editFields = Object.keys(editNames).filter((field) => field !== "barcode") as EditField[];

/** The columns of a header. Edits have exact names, because `Hidden in` of the export is not `Hidden`. */
function columnsOf(names: string[]) {
  const mapping: ColumnMapping = Object.fromEntries(
    editFields.map((field) => [field, names.find((name) => plain(name) === field) ?? []]),
  );
  return findColumns<EditField>(names, editNames, { ...noStore, mapping });
}

/** Opens a file of edits. Its rows are `EditRow` as JSON, one a line. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openEditFeed(bytes: FeedBytes): Promise<ReadableFeed> {
  const feed = await readHeader(bytes, (names) => {
    const { indexes } = columnsOf(names);
    return indexes.size + (indexes.has("barcode") && indexes.size > 1 ? COMPLETE : 0);
  });
  const columns = columnsOf(feed.names);
  if (!columns.indexes.has("barcode") || columns.indexes.size < 2) {
    const message = `The file needs the column barcode, and at least one of ${editFields.join(", ")}. Edit an export of the products.`;
    throw new FeedError("UnrecognisedFeed", message, { seen: feed.names.slice(0, 50), missing: ["barcode"] });
  }
  return {
    header: null,
    read: async (send) => {
      for await (const records of readRecords(feed, { positions: columns.positions })) {
        const rows = records.map(({ line, fields, broken, place }): EditRow => {
          const valuesOf = (field: EditField) =>
            (columns.indexes.get(field) ?? []).map((index) => fields?.[index] ?? "");
          return { line, read: broken ?? placed(readEditLine(valuesOf), place) };
        });
        if (rows.length) await send(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      }
      return resultOf(feed, columns);
    },
  };
}
