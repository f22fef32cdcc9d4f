import { placeholders } from "@highstreet/router/core/rules/title-pattern.schema.ts";
import type { Effect } from "@highstreet/router/features/rules/rules.schema.ts";
import { type Part, partOf } from "./conditions.ts";
import type { texts } from "./texts.ts";

export type TemplateName = keyof typeof texts.templates;

const hide: Effect = { hidden: true };
const notOnGoogle: Effect = { notIn: ["search", "local_ads"] };

/** What a person can let a rule do. */
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

/** What a new rule begins with. */
export const templates: Record<TemplateName, { effect: Effect; part: Part }> = {
  noPictureOnGoogle: { effect: notOnGoogle, part: partOf("given", "lacks.picture") },
  noPicture: { effect: hide, part: partOf("given", "lacks.picture") },
  cheap: { effect: hide, part: partOf("price") },
  few: { effect: hide, part: partOf("quantity") },
  brand: { effect: hide, part: partOf("brand") },
  category: { effect: hide, part: partOf("category") },
  words: { effect: hide, part: partOf("title") },
  barcodes: { effect: hide, part: partOf("barcode") },
  used: { effect: notOnGoogle, part: { ...partOf("condition"), values: ["used"] } },
  noGtin: { effect: notOnGoogle, part: partOf("given", "lacks.gtin") },
  brandInTitle: { effect: { title: placeholders.toReversed().join(" ") }, part: partOf("given", "has.brand") },
  noBrand: { effect: { brand: "" }, part: partOf("given", "lacks.brand") },
};

export const templateNames = Object.keys(templates) as TemplateName[];
