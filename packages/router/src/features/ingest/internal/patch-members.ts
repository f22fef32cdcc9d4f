import {
  barcodeTextOf,
  type ColumnRules,
  type Columns,
  DroppedCounts,
  findColumns,
  type LineRules,
  type RawStockLine,
  type RejectedLine,
  readStoreProduct,
  type StockField,
  type StockLine,
  type StockOptions,
  type StoreProductField,
  saleAboveRegular,
  stockColumns,
  storeProductColumns,
  textOf,
  withColumns,
} from "../../../core/feeds/index.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { changeMembers } from "./quantity-changes.ts";

const MAX_IGNORED = 100;
/** Of a line: the number of its members, and the characters of a name. */
const MAX_MEMBERS = 100;
const MAX_NAME = 200;
/** Of a call: different names, and the names and mapped columns in all different sets of members. */
const MAX_NAMES = 1_000;
const MAX_COMPARED = 20_000;

type Field = StockField | StoreProductField;
interface Found {
  fields: (readonly [Field, string[]])[];
  /** The columns of a file with these names. Their values stand at `positions` of the members. */
  columns: Columns<StockField>;
  rules: Pick<LineRules, "priceCurrency" | "minor">;
}
const isProduct = (field: Field): field is StoreProductField => field in storeProductColumns;

const ownNames = Object.keys({ ...stockColumns, ...storeProductColumns });

/** The own fields of a line with too many members; undefined for any other line. */
export function ownPart(line: Record<string, unknown>): Record<string, unknown> | undefined {
  const names = Object.keys(line);
  if (names.length <= MAX_MEMBERS && !names.some((name) => name.length > MAX_NAME)) return undefined;
  return Object.fromEntries(ownNames.filter((name) => Object.hasOwn(line, name)).map((name) => [name, line[name]]));
}

const tooComplex = (what: string) =>
  new DomainError("PayloadTooComplex", `The lines have ${what}. Send fewer lines, or lines with the same members.`);

/**
 * Reads the JSON lines of a PATCH: finds the field of stock or of product data for each member. Most lines have the same members, so
 * their fields are looked up once.
 */
export class PatchMembers {
  readonly names: Record<string, string> = {};
  readonly ignored = new Set<string>();
  readonly dropped = new DroppedCounts();
  readonly options: StockOptions;
  readonly #known = new Map<string, Found>();
  readonly #judged = new Set<string>();
  readonly #rules: ColumnRules;
  #compared = 0;

  constructor(options: StockOptions) {
    this.options = options;
    const { currency, names, columns } = options;
    // The lines of a PATCH are those of the store in its address.
    this.#rules = { store: { currency, names }, mapping: { ...columns, store: [] } };
  }

  /**
   * The stock in a line, the fields with a JSON number, the rules of its members, and why its price is none of today. Of several members for a field, the first one with a
   * value counts.
   */
  stock(line: Record<string, unknown>) {
    const raw: RawStockLine = {};
    const numbers = new Set<StockField>();
    const members = Object.keys(line);
    const { fields, columns, rules } = this.#find(members);
    for (const [field, members] of fields) {
      if (isProduct(field)) continue;
      const value = line[filled(line, field, members)];
      raw[field] = valueReader(field)(value);
      if (typeof value === "number") numbers.add(field);
    }
    const barcodes = new Map(fields).get("barcode") ?? [];
    const values = columns.positions.map((at) => textOf(line[members[at] ?? ""]) ?? "");
    const wrong = saleAboveRegular(columns, values, raw.price ?? "");
    const { currency, country, now, timeZone } = this.options;
    const place = { name: () => filled(line, "barcode", barcodes), country };
    return { raw, numbers, wrong, rules: { ...rules, place, currency, partial: true, clock: { now, timeZone } } };
  }

  /** undefined for a line without product data */
  product(line: Record<string, unknown>, number: number) {
    const fields = this.#find(Object.keys(line)).fields.filter(([field]) => isProduct(field));
    if (!fields.length) return undefined;
    const values = new Map(fields.map(([field, members]) => [field, members.map((one) => textOf(line[one]) ?? "")]));
    return readStoreProduct(
      (field) => values.get(field) ?? [],
      (rejection) => this.dropped.add(number, rejection),
    );
  }

  /** Bounds the work for a new set of members. @throws PayloadTooComplex */
  #bound(members: string[]): void {
    for (const member of members) this.#judged.add(member);
    if (this.#judged.size > MAX_NAMES + ownNames.length)
      throw tooComplex(`over ${MAX_NAMES} different names of members`);
    this.#compared += members.length + ownNames.length + Object.values(this.options.columns ?? {}).flat().length;
    if (this.#compared > MAX_COMPARED) throw tooComplex("too many different sets of members");
  }

  #find(members: string[]): Found {
    const key = JSON.stringify(members);
    const known = this.#known.get(key);
    if (known) return known;
    this.#bound(members);
    const stock = findColumns<StockField>(members, stockColumns, this.#rules);
    const found = withColumns(members, stock, storeProductColumns);
    const fields = [...found.indexes].map(([field, indexes]) => {
      const own = indexes.map((index) => members[found.positions[index] ?? -1] ?? "");
      this.names[field] ??= own[0] ?? "";
      return [field, own] as const;
    });
    const taken = new Set<string>([...fields.flatMap(([, own]) => own), ...changeMembers]);
    for (const member of members) {
      if (!taken.has(member) && this.ignored.size < MAX_IGNORED) this.ignored.add(shownMember(member));
    }
    const named = { fields, columns: stock, rules: { priceCurrency: found.priceCurrency, minor: found.minorPrice } };
    this.#known.set(key, named);
    return named;
  }
}

/** A line with too many members (`ownPart`) is rejected. Its barcode counts if it has our own name. */
export function rejectWide(read: StockLine | RejectedLine): RejectedLine {
  const { barcode, exactKey } = read;
  const message = `A line has at most ${MAX_MEMBERS} members, with names of at most ${MAX_NAME} characters.`;
  const rejection = { field: null, code: "too_many_members", message, value: null };
  return { barcode, ...(exactKey !== undefined && { exactKey }), ...rejection };
}

const valueReader = (field: StockField) => (field === "barcode" ? barcodeTextOf : textOf);

const filled = (line: Record<string, unknown>, field: StockField, members: string[]): string =>
  members.find((member) => valueReader(field)(line[member])?.trim()) ?? members[0] ?? "";

const shownMember = (member: string): string => member.slice(0, 100).replaceAll("\0", "").toWellFormed();
