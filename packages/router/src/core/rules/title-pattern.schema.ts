import { text } from "../../kernel/body.schema.ts";
import { editLimits } from "../items/edit-limits.schema.ts";

/** What stands for a value of the product in a title that a rule makes. */
export const placeholders = ["{title}", "{brand}"] as const;

const hasUnknownBrace = (pattern: string): boolean =>
  /[{}]/.test(placeholders.reduce((rest, one) => rest.replaceAll(one, ""), pattern));

export const TitlePattern = text(editLimits.title).refine(
  (value) => !hasUnknownBrace(value),
  `knows only the placeholders ${placeholders.join(" and ")}, and no other brace`,
);
