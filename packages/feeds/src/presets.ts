import ecommerce from "../presets/ecommerce.json" with { type: "json" };
import otherNames from "../presets/other-names.json" with { type: "json" };
import pointOfSale from "../presets/point-of-sale.json" with { type: "json" };
import type { ColumnMapping } from "./lines/feed-columns.ts";
import { plain } from "./lines/words-behind.ts";

/** `<store>` in the name of a column stands for the name of a store. */
export interface Preset {
  id: string;
  label: string;
  type: "point-of-sale" | "ecommerce";
  vendor: string;
  export: string;
  steps: readonly string[];
  documentation: string;
  /** Whether the names of the columns are in public documentation. `note` says what is open. */
  confirmed: boolean;
  note?: string;
  header: readonly string[];
  /** Names that only this export has together. */
  signature: readonly string[];
  /** Columns that cannot be found by their names alone. */
  columns?: ColumnMapping;
  /** Words that the export writes as quantities, in lower case. */
  words?: Readonly<Record<string, number>>;
}

export const presets: readonly Preset[] = [...pointOfSale, ...ecommerce] as unknown as Preset[];

/**
 * Provider ids of other services, with our ids. A till without a known export is a file upload. An id of our own is never here.
 */
export const otherProviderNames: ReadonlyMap<string, string> = new Map(
  Object.entries(otherNames).flatMap(([id, names]) => names.map((name) => [name, id] as const)),
);

const STORE = "<store>";

function isNamed(header: readonly string[], name: string): boolean {
  const [before = "", behind] = name.split(STORE).map(plain);
  if (behind === undefined) return header.includes(before);
  return header.some((one) => one.length > before.length && one.startsWith(before) && one.endsWith(behind));
}

/** The preset for this header. If several fit, the preset with the most names. */
export function recognisePreset(names: readonly string[]): Preset | undefined {
  const header = names.map(plain);
  const found = presets.filter(({ signature }) => signature.every((name) => isNamed(header, name)));
  return found.toSorted((a, b) => b.signature.length - a.signature.length)[0];
}
