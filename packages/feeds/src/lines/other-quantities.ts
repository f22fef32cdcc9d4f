import { availableQuantities, isOverall, neutralQuantities, stockQuantities } from "./column-names.ts";
import { type Columns, indexOf } from "./feed-columns.ts";
import { guardOf } from "./guard-of.ts";
import { readHeaderName } from "./header-name.ts";
import type { StockField } from "./stock-line.ts";
import { meaningOf, plain, wordsOf } from "./words-behind.ts";

const kindsOfStock = {
  available: availableQuantities,
  total: stockQuantities.filter(isOverall),
  // `Closing inventory` can be money.
  stock: stockQuantities.filter((name) => !isOverall(name) && name !== "closinginventory"),
  neutral: neutralQuantities,
  place: ["lager", "magazzino"],
};
/** By the kind of the stock of a line, the kinds of other columns that must agree with it. */
const besides: Record<string, Record<string, "quantity" | "atLeast">> = {
  stock: { stock: "quantity" },
  available: { stock: "atLeast", available: "quantity" },
  total: { neutral: "quantity", place: "quantity" },
  neutral: { neutral: "quantity" },
};

type Besides = "quantity" | "atLeast" | "oneOrSame" | "packs";
const loose =
  /^(?:units?|uds|unidades|unites?|stuc?e?ck|stuckzahl|pieces|pezzi|stuks|(?:stock|qty|quantity)?singles|(?:stock)?bottles|(?:bestand)?flaschen|bestandstuc?e?c?k|stockpcs|piecesinstock|voorraadstuks)$/;
const inPacks =
  /^(?:(?:stock|bestand|voorraad|qty|quantity)[ (]{0,2})?(?:boxes|cases|cartons|packs|kartons|kisten|paletten|pallets|cajas|colis|dozens?|trays|scatole)\)?$|^(?:lager)?bestand[ (]{1,2}(?:ve|vpe)\)?$|^(?:cases?|cartons?) (?:stock|in stock|on hand)$/i;

/** A number that a person has counted, and neither the day nor the person. */
const isOfCount = (name: string): boolean =>
  /^(?:physical|actual|final|new)count(?:ed)?$|^stocktake(?:qty|quantity|count)?$|^(?:ist|zahl)menge$|^(?:inventur|zahlung|recount|comptage|conteo|conteggio|telling)$/.test(
    plain(name),
  ) ||
  (wordsOf(name).some((word) => /^(?:counted|gezahlte?r?|compte|contad[oa]|contat[oa]|geteld)$/.test(plain(word))) &&
    !/\b(?:by|on|at|am|von|le|par|el|por|da|op|door|days?|since|date|id|last|not|zuletzt)\b/i.test(
      wordsOf(name).join(" "),
    ));
/** `Stock mag` beside `Stock total` can be that of this store. */
function isOfPlace(name: string): boolean {
  const [first = "", ...rest] = wordsOf(name);
  return (
    rest.length > 0 &&
    stockQuantities.includes(plain(first)) &&
    meaningOf(rest) === "other" &&
    !/group|class|rank|age$|weight|gewicht|platz|alert|alarm|criti|kriti|terme|trigger|turn|cible|melde|prevu|previs|receiv|velocity|lieferant|fournisseur|proveedor|fornitor|leverancier|n[or]$|ref$/.test(
      plain(name),
    )
  );
}

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
    const given = values[at] ?? [];
    const canDiffer = own !== "" && given.length > 0 && given.every((text) => /^-?\d+(?:[.,]\d+)?$/.test(text));
    const isOther = canDiffer && (isOfCount(name) || (own === "total" && isOfPlace(name)));
    const guard = besides[own]?.[kindOf(name)] ?? (isOther ? "quantity" : undefined);
    if (!guard || positions.includes(at) || plain(name) === plain(quantity)) return [];
    const areFlags = given.length > 0 && given.every((text) => /^(?:[01]|\P{N}+)$/u.test(text));
    if (areFlags && guardOf(name) === "availability") return [];
    // A flag, or the content of a pack.
    const canBeFlag = areFlags && (own !== "stock" || (isOther && wordsOf(name).length === 1));
    return [[indexOf(positions, at), (canBeFlag ? "oneOrSame" : guard) as Besides] as const];
  });
  return new Map(found);
}
