import type { ImportPlan, Operation } from "../src/features/operations/operations.schema.ts";
import { createCaller } from "../src/router.ts";
import { bulkShop } from "./bulk.ts";
import type { TestContext } from "./context.ts";

const fields = [
  "barcode",
  "title",
  "description",
  "brand",
  "hidden",
  "channels",
  "searchTitle",
  "searchDescription",
  "searchImage",
] as const;
export type ImportRow = Partial<Record<(typeof fields)[number], string>>;

interface Style {
  delimiter?: string;
  newline?: string;
  bom?: boolean;
}

/** A file of edits, as a spreadsheet saves it. */
function fileOf(rows: ImportRow[], { delimiter = ",", newline = "\n", bom = true }: Style = {}): string {
  const cell = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row) => fields.map((field) => cell(row[field] ?? "")).join(delimiter));
  return `${bom ? "\uFEFF" : ""}${[fields.join(delimiter), ...lines].map((line) => line + newline).join("")}`;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A shop as `bulkShop`, with names and pictures, and calls for imports of edits. */
export async function importShop(t: TestContext, items: number) {
  const shop = await bulkShop(t, items);
  const { retailerId, caller, barcodes } = shop;
  const data = barcodes.map((code) => `${code},Lamp ${code},A lamp,Lumen,https://img.example/${code}.jpg\n`);
  await caller.products.putFeed({
    retailerId,
    feed: bytesOf(`barcode,title,description,brand,image\n${data.join("")}`),
  });
  const planText = (text: string, storeId?: string, by = caller): Promise<ImportPlan> =>
    by.operations.planImport({ retailerId, storeId, feed: bytesOf(text) });
  const plan = (rows: ImportRow[], style: Style = {}, storeId?: string) => planText(fileOf(rows, style), storeId);
  const importAs = (selection: string, rows: ImportRow[], storeId?: string): Promise<Operation> =>
    caller.operations.importEdits({ retailerId, storeId, selection, feed: bytesOf(fileOf(rows)) });
  const apply = async (rows: ImportRow[], storeId?: string): Promise<Operation> =>
    importAs((await plan(rows, {}, storeId)).selection, rows, storeId);
  /** The products in the form of a file of edits. */
  const exported = async (storeId?: string): Promise<(ImportRow & { barcode: string })[]> => {
    const rows: (ImportRow & { barcode: string })[] = [];
    for await (const part of await caller.inventory.exportProducts({ retailerId, filter: { storeId } })) {
      rows.push(...part.map(({ barcode, cells }) => ({ barcode, ...cells })));
    }
    return rows;
  };
  const as = (partnerId: string) => planText(fileOf([]), undefined, createCaller(t.asKey({ partnerId })));
  return { ...shop, planText, plan, importAs, apply, exported, as };
}
