import { posix } from "node:path";
import type { Spool } from "../spool.ts";
import { readNumberFormats } from "./number-formats.ts";
import type { NumberFormat } from "./number-text.ts";
import { type Budget, openZip, type Zip } from "./open-zip.ts";
import { readXml } from "./read-xml.ts";
import { readSharedStrings, SharedStrings } from "./shared-strings.ts";

/** What the cells of a workbook's sheets refer to, and the sheets in their order. */
export interface Workbook {
  zip: Zip;
  strings: SharedStrings;
  formats: NumberFormat[];
  /** Days are counted from 1904. */
  is1904: boolean;
  /** Names of the sheets' parts. */
  sheets: string[];
}

interface Relation {
  id: string;
  type: string;
  part: string;
}

/** What a part refers to: `xl/workbook.xml` has its relations in `xl/_rels/workbook.xml.rels`. */
async function readRelations(zip: Zip, part: string, budget: Budget): Promise<Relation[]> {
  const { dir, base } = posix.parse(part);
  const relations: Relation[] = [];
  const steps = readXml(zip.read(posix.join(dir, "_rels", `${base}.rels`), budget), {
    open(name, { Id = "", Type = "", Target = "" }) {
      if (name !== "Relationship") return;
      const target = Target.startsWith("/") ? Target.slice(1) : posix.join(dir, Target);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), part: target });
    },
  });
  for await (const _ of steps);
  return relations;
}

/** @throws UnrecognisedFeed, PayloadTooLarge */
export async function openWorkbook(spool: Spool): Promise<Workbook> {
  const zip = await openZip(spool);
  const budget = { left: spool.limit };
  const [main] = (await readRelations(zip, "", budget)).filter(({ type }) => type === "officeDocument");
  const part = main?.part ?? "xl/workbook.xml";
  const relations = await readRelations(zip, part, budget);
  const sheets: string[] = [];
  let is1904 = false;
  const steps = readXml(zip.read(part, budget), {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      const sheet = relations.find((relation) => relation.id === id && relation.type === "worksheet");
      if (sheet) sheets.push(sheet.part);
    },
  });
  for await (const _ of steps);
  const partOf = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type && zip.has(relation.part))?.part;
  const strings = partOf("sharedStrings");
  const styles = partOf("styles");
  return {
    ...{ zip, sheets, is1904 },
    strings: strings ? await readSharedStrings(zip.read(strings, budget)) : new SharedStrings(),
    formats: styles ? await readNumberFormats(zip.read(styles, budget)) : [],
  };
}
