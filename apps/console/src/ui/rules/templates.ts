import { placeholders } from "@highstreet/router/core/rules/title-pattern.schema.ts";
import type { Condition, Effect, Rule } from "@highstreet/router/features/rules/rules.schema.ts";
import type { texts } from "./texts.ts";

export type TemplateName = keyof typeof texts.templates;
/** The first effect, and a whole condition or the field of one; then the part of the field that a person fills in. */
type Template = [effect: Effect, condition: Condition | string, part?: "under" | "is" | "hasAny"];

const hide: Effect = { hidden: true };
const notOnGoogle: Effect = { notIn: ["search", "local_ads"] };

/** What a template can do to its products. */
export const effects: Effect[] = [
  hide,
  notOnGoogle,
  { notIn: ["local_ads"] },
  { onlyIn: ["search", "local_ads"] },
  { onlyIn: ["webhooks"] },
  { safetyStock: 1 },
  { title: placeholders.toReversed().join(" ") },
  { brand: "" },
  { description: "" },
  { category: "" },
];

const typed = ["safetyStock", "title", "brand", "description", "category"] as const;

/** The member of an effect that a person types; undefined: none. */
export const typedOf = (effect: Effect) => typed.find((field) => field in effect);

/** An effect with a typed member is one choice, whatever its value. */
export const keyOf = (effect: Effect): string => typedOf(effect) ?? JSON.stringify(effect);

export const typedValue = (effect: Effect): string =>
  String((effect as Record<string, unknown>)[typedOf(effect) ?? ""] ?? "");

/** The same effect with another typed value. */
export function withValue(effect: Effect, value: string): Effect {
  const field = typedOf(effect);
  return field ? ({ [field]: field === "safetyStock" ? Number(value) : value } as unknown as Effect) : effect;
}

const templates: Record<TemplateName, Template> = {
  noPictureOnGoogle: [notOnGoogle, { lacks: "picture" }],
  noPicture: [hide, { lacks: "picture" }],
  cheap: [hide, "price", "under"],
  few: [hide, "quantity", "under"],
  brand: [hide, "brand", "is"],
  category: [hide, "category", "is"],
  words: [hide, "title", "hasAny"],
  barcodes: [hide, "barcode", "is"],
  used: [notOnGoogle, { condition: { is: ["used"] } }],
  noGtin: [notOnGoogle, { lacks: "gtin" }],
  brandInTitle: [{ title: placeholders.toReversed().join(" ") }, { has: "brand" }],
  noBrand: [{ brand: "" }, { lacks: "brand" }],
};

export const templateNames = Object.keys(templates) as TemplateName[];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const effectOf = (name: TemplateName): Effect => templates[name][0];

/** What its field takes; undefined: it has none. */
export function fieldOf(name: TemplateName): "number" | "lines" | undefined {
  const part = templates[name][2];
  return part && (part === "under" ? "number" : "lines");
}

export function conditionOf(name: TemplateName, value: string): Condition {
  const [, field, part = ""] = templates[name];
  if (typeof field === "object") return field;
  const lines = value.split("\n").map((line) => line.trim());
  return { [field]: { [part]: part === "under" ? Number(value) : lines.filter(Boolean) } } as unknown as Condition;
}

/** The template that a rule fits, with the value of its field. Rules of several conditions fit none. */
export function templateOf({ when, effect }: Pick<Rule, "when" | "effect">) {
  const [condition, another] = "all" in when ? when.all : when.any;
  if (!condition || another) return undefined;
  const fits = templateNames.flatMap((name) => {
    const [, field, part = ""] = templates[name];
    const inside = (condition as Record<string, Record<string, unknown> | undefined>)[String(field)]?.[part];
    const value = Array.isArray(inside) ? inside.join("\n") : String(inside ?? "");
    return isSame(conditionOf(name, value), condition) ? [{ name, value }] : [];
  });
  return fits.find(({ name }) => isSame(effectOf(name), effect)) ?? fits[0];
}
