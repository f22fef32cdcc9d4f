import { type Condition, Given } from "@highstreet/router/features/rules/rules.schema.ts";

type Members<T> = T extends unknown ? keyof T : never;

/** What a condition is about. `given` is what a product has or lacks. */
export type Field = Exclude<Members<Condition>, "has" | "lacks"> | "given";

/** A condition as a form holds it. A part can be incomplete. */
export interface Part {
  field: Field;
  operator: string;
  /** Values as a person types them. A range has two: from, and under. */
  values: string[];
}

/** The operators of each field, the most frequent one first. Those of `given` name the value: `lacks.picture`. */
export const operators: Record<Field, string[]> = {
  brand: ["is", "isNot"],
  category: ["is", "isNot"],
  title: ["hasAny", "hasAll", "hasNone"],
  barcode: ["is", "startsWith"],
  price: ["under", "from", "between"],
  quantity: ["under", "from", "between"],
  condition: ["is", "isNot"],
  given: ["lacks", "has"].flatMap((operator) => Given.options.map((value) => `${operator}.${value}`)),
  store: ["is", "isNot"],
};

export const fields = Object.keys(operators) as Field[];

export const partOf = (field: Field, operator = operators[field][0] ?? ""): Part => ({ field, operator, values: [] });

export const isRange = ({ field }: Pick<Part, "field">): boolean => field === "price" || field === "quantity";

/** The values that count. A range of one bound keeps the other one, in case the person returns to it. */
export function valuesOf({ values: all, ...part }: Part): string[] {
  const { operator } = part;
  if (!isRange(part)) return all.map((value) => value.trim()).filter(Boolean);
  const [from = "", under = ""] = all;
  return operator === "between" ? [from, under] : [operator === "from" ? from : under];
}

export function isComplete(part: Part): boolean {
  const values = valuesOf(part);
  return part.field === "given" || (values.length > 0 && values.every((value) => value.trim() !== ""));
}

export function toPart(condition: Condition): Part {
  const [[name, inside]] = Object.entries(condition) as [[string, string | Record<string, unknown>]];
  if (typeof inside === "string") return partOf("given", `${name}.${inside}`);
  const field = name as Field;
  if (isRange({ field })) {
    const { from, under } = inside;
    const operator = from === undefined ? "under" : under === undefined ? "from" : "between";
    return { field, operator, values: [from, under].map((bound) => String(bound ?? "")) };
  }
  const [[operator, values]] = Object.entries(inside) as [[string, string[]]];
  return { field, operator, values };
}

/** @param part a complete one */
export function toCondition(part: Part): Condition {
  const { field, operator } = part;
  const [given = "", value] = operator.split(".");
  if (field === "given") return { [given]: value } as unknown as Condition;
  const values = valuesOf(part);
  if (!isRange(part)) return { [field]: { [operator]: values } } as unknown as Condition;
  const bounds = operator === "between" ? ["from", "under"] : [operator];
  const range = Object.fromEntries(bounds.map((bound, n) => [bound, Number(values[n])]));
  return { [field]: range } as unknown as Condition;
}
