import { posix } from "node:path";
import type { FeedBytes } from "../feed-bytes.ts";
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
  /** The remaining unpacked bytes for the workbook's texts and its sheet. */
  budget: Budget;
}

/** In bytes, unpacked, of what says how the parts belong together, and of how numbers are shown: all of both is kept. */
const MOST_STRUCTURE = 4 << 20;
const MOST_STYLES = 32 << 20;
/** Maximum number of sheets to search for stock. */
const MOST_SHEETS = 250;

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

/** @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openWorkbook(spool: FeedBytes): Promise<Workbook> {
  const zip = await openZip(spool);
  const structure = { left: MOST_STRUCTURE };
  const [main] = (await readRelations(zip, "", structure)).filter(({ type }) => type === "officeDocument");
  const part = main?.part ?? "xl/workbook.xml";
  const relations = await readRelations(zip, part, structure);
  const worksheets = new Map(relations.flatMap(({ id, type, part }) => (type === "worksheet" ? [[id, part]] : [])));
  const sheets: string[] = [];
  let is1904 = false;
  const steps = readXml(zip.read(part, structure), {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      const sheet = worksheets.get(id ?? "");
      if (sheet !== undefined && sheets.length < MOST_SHEETS) sheets.push(sheet);
    },
  });
  for await (const _ of steps);
  const partOf = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type && zip.has(relation.part))?.part;
  const strings = partOf("sharedStrings");
  const styles = partOf("styles");
  const budget = { left: spool.limit };
  return {
    ...{ zip, sheets, is1904, budget },
    strings: strings ? await readSharedStrings(zip.read(strings, budget)) : new SharedStrings(),
    formats: styles ? await readNumberFormats(zip.read(styles, { left: MOST_STYLES })) : [],
  };
}
