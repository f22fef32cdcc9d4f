import { posix } from "node:path";
import { workbookTooComplex } from "../feed-error.ts";
import type { NumberFormat } from "./number-formats.ts";
import { readNumberFormats } from "./number-formats.ts";
import type { Budget, Zip } from "./open-zip.ts";
import { readXml } from "./read-xml.ts";
import { readSharedStrings, SharedStrings } from "./shared-strings.ts";

/** A sheet of cells. Sheets of charts and macros are left out. */
export interface Sheet {
  name: string;
  /** The name of its part. */
  part: string;
  /** The state is `hidden` or `veryHidden`. */
  isHidden: boolean;
}

/** The sheets of a workbook in order, and the texts and formats that their cells refer to. */
export interface Workbook {
  zip: Zip;
  strings: SharedStrings;
  formats: NumberFormat[];
  /** Whether dates count from 1904. */
  is1904: boolean;
  sheets: Sheet[];
  /** The remaining unpacked bytes for each pass over the sheets, without those of the workbook's texts. */
  budget: Budget;
}

/** Maximum unpacked bytes of the workbook's structure and of its styles. Both stay in memory. */
const MOST_STRUCTURE = 4 << 20;
const MOST_STYLES = 32 << 20;
/** Maximum number of sheets. */
const MAX_SHEETS = 250;

interface Relation {
  id: string;
  type: string;
  part: string;
}

/** Reads the relations of a part. `xl/workbook.xml` has its relations in `xl/_rels/workbook.xml.rels`. */
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
export async function openWorkbook(zip: Zip): Promise<Workbook> {
  const structure = { left: MOST_STRUCTURE };
  const [main] = (await readRelations(zip, "", structure)).filter(({ type }) => type === "officeDocument");
  const part = main?.part ?? "xl/workbook.xml";
  const relations = await readRelations(zip, part, structure);
  const worksheets = new Map(relations.flatMap(({ id, type, part }) => (type === "worksheet" ? [[id, part]] : [])));
  const sheets: Sheet[] = [];
  let is1904 = false;
  const steps = readXml(zip.read(part, structure), {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      const sheet = worksheets.get(id ?? "");
      if (sheet === undefined) return;
      if (sheets.length === MAX_SHEETS) throw workbookTooComplex(`more than ${MAX_SHEETS} sheets`);
      const isHidden = attributes.state === "hidden" || attributes.state === "veryHidden";
      sheets.push({ name: attributes.name ?? "", part: sheet, isHidden });
    },
  });
  for await (const _ of steps);
  const partOf = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type && zip.has(relation.part))?.part;
  const strings = partOf("sharedStrings");
  const styles = partOf("styles");
  const budget = { left: zip.limit };
  return {
    ...{ zip, sheets, is1904, budget },
    strings: strings ? await readSharedStrings(zip.read(strings, budget)) : new SharedStrings(),
    formats: styles ? await readNumberFormats(zip.read(styles, { left: MOST_STYLES })) : [],
  };
}
