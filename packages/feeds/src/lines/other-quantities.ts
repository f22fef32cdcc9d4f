import { availableQuantities, isOverall, neutralQuantities, stockQuantities } from "./column-names.ts";
import { type Columns, indexOf } from "./feed-columns.ts";
import { guardOf } from "./guard-of.ts";
import { readHeaderName } from "./header-name.ts";
import type { StockField } from "./stock-line.ts";
import { plain } from "./words-behind.ts";

const kindsOfStock = {
  available: availableQuantities,
  total: stockQuantities.filter(isOverall),
  stock: stockQuantities.filter((name) => !isOverall(name)),
  neutral: neutralQuantities,
};
/** By the kind of the stock of a line, the kinds of other columns that must agree with it. */
const besides: Record<string, Record<string, "quantity" | "atLeast">> = {
  stock: { stock: "quantity" },
  available: { stock: "atLeast", available: "quantity" },
  total: { neutral: "quantity" },
  neutral: { neutral: "quantity" },
};

type Besides = "quantity" | "atLeast" | "oneOrSame" | "packs";
const loose = /^(?:units?|uds|unidades|unites?|stuc?e?ck|stuckzahl|pieces|pezzi|stuks)$/;
const inPacks =
  /^(?:stock ?)?(?:boxes|cases|cartons|packs|kartons|kisten|paletten|pallets|cajas|colis|dozens?|trays|scatole)$/i;

/**
 * The columns without a field that say whether the stock of a line is clear. `quantity`: it must be the same. `atLeast`: more cannot be
 * available. `oneOrSame`: 1 can be a flag. `packs`: there are more pieces in packs.
 * @param values the first ones of each column
 */
export function otherQuantitiesOf(
  header: readonly string[],
  { names, positions, rules }: Pick<Columns<StockField>, "names" | "positions" | "rules">,
  values: readonly string[][],
): Map<number, Besides> {
  const kindOf = (name: string): string => {
    const { place, whole, others, isQuestion, currency } = readHeaderName(name, rules.store);
    if (place !== "bare" || isQuestion || currency) return "";
    const isKnown = (known: readonly string[]) => [...whole, ...others].some((form) => known.includes(form));
    return Object.entries(kindsOfStock).find(([, known]) => isKnown(known))?.[0] ?? "";
  };
  const { quantity = "" } = names;
  const own = rules.mapping?.quantity === undefined ? kindOf(quantity) : "";
  const found = [...header.entries()].flatMap(([at, name]) => {
    if (own && loose.test(plain(quantity)) && inPacks.test(name.trim()))
      return [[indexOf(positions, at), "packs" as Besides] as const];
    const guard = besides[own]?.[kindOf(name)];
    if (!guard || positions.includes(at) || plain(name) === plain(quantity)) return [];
    const given = values[at] ?? [];
    const areFlags = given.length > 0 && given.every((text) => /^(?:[01]|\P{N}+)$/u.test(text));
    if (areFlags && guardOf(name) === "availability") return [];
    // A flag, or the content of a pack.
    return [[indexOf(positions, at), (areFlags && own !== "stock" ? "oneOrSame" : guard) as Besides] as const];
  });
  return new Map(found);
}
