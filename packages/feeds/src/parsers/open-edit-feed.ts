import type { FeedBytes } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { type EditField, type EditLine, editNames, readEditLine } from "../lines/edit-line.ts";
import { type ColumnMapping, findColumns, noStore } from "../lines/feed-columns.ts";
import { placed } from "../lines/feed-line.ts";
import { plain } from "../lines/words-behind.ts";
import { COMPLETE, readHeader } from "../read-header.ts";
import { readRecords } from "../read-records.ts";
import type { ReadableFeed } from "./messages.ts";
import type { FeedHeader } from "./open-stock-feed.ts";
import { resultOf, unpackedSize } from "./open-stock-feed.ts";
import type { RejectionRow } from "./stock-batch.ts";

/** Lines of a file of edits in order: read, or rejected. */
export interface EditBatch {
  lines: ([line: number, read: EditLine] | [line: number, ...RejectionRow])[];
}

/** Maximum lines and characters of a batch. */
const LINES = 1_000;
const LONGEST = 1 << 18;

const editFields = Object.keys(editNames).filter((field) => field !== "barcode") as EditField[];

/** The columns of a header. Edits have exact names, because `Hidden in` of the export is not `Hidden`. */
function columnsOf(names: string[]) {
  const mapping: ColumnMapping = Object.fromEntries(
    editFields.map((field) => [field, names.find((name) => plain(name) === field) ?? []]),
  );
  return findColumns<EditField>(names, editNames, { ...noStore, mapping });
}

/** @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
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
    header: { size: unpackedSize(feed) } satisfies FeedHeader,
    read: async (send) => {
      let lines: EditBatch["lines"] = [];
      let length = 0;
      for await (const records of readRecords(feed, { positions: columns.positions })) {
        for (const { line, fields, broken, place } of records) {
          const valuesOf = (field: EditField) =>
            (columns.indexes.get(field) ?? []).map((index) => fields?.[index] ?? "");
          const read = broken ?? placed(readEditLine(valuesOf), place);
          if ("code" in read) lines.push([line, read.field, read.code, read.message, read.value]);
          else lines.push([line, read]);
          length += (fields ?? []).reduce((sum, field) => sum + field.length, 0);
          if (lines.length < LINES && length < LONGEST) continue;
          await send({ lines } satisfies EditBatch);
          lines = [];
          length = 0;
        }
      }
      await send({ lines } satisfies EditBatch);
      return resultOf(feed, columns);
    },
  };
}
