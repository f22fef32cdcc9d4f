import { plain, wordsOf } from "./words-behind.ts";

/** Words of a sale, and of the days on which it starts or ends, inside a name. */
const sale =
  /(?<!whole)sale(?!s)|special|promo|offer|discount|reduction|angebot|aktion|rebaj|oferta|actie|aanbieding|saldo|sconto|soldes/;
const day =
  /(?<!up)date|datum|fecha|start|begin|ends?$|endet|until|expir|valid|gultig|debut|empieza|termina|inicio|einde|vanaf|inizio|fine/;
/** Shorter words count only alone. */
const shortDay = /^(?:from|to|till|ends?|ab|bis|von|du|au|fin|dia|desde|hasta|van|tot|data|dal|al)$/;
/** The days of a sale without its name. */
const plainDays = new Set(
  `startdate enddate datestart dateend datefrom dateto fromdate todate validfrom validto validuntil validtill startdatum enddatum
  gultigab gultigvon gultigbis datedebut datefin datededebut datedefin fechainicio fechafin fechadeinicio fechadefin begindatum
  einddatum geldigvanaf geldigtot datainizio datafine`.split(/\s+/),
);

const start = /^(?:start\w*|begin\w*|from|fromdate|ab|von|du|debut|empieza|inicio|desde|vanaf|van|inizio|dal)$/;
const end =
  /^(?:ends?|enddate|endet|end\w*date|to|todate|until|till|expir\w*|bis|au|fin|fine|termina|hasta|eind\w*|tot|al)$/;
/** In a name of one word: `validto`, `saleends`. */
const startInside = /start|begin|from|debut|inicio|inizio|vanaf|desde|gultig(?:ab|von)/;
const endInside = /ends?$|ende?date|enddatum|einddatum|dateend|to$|todate|until|till|expir|bis$|fin$|fine$|hasta|tot$/;

/** What a column says about the days of a sale. `interval`: both, or not clear which. */
export type SaleDay = "from" | "until" | "interval";

/**
 * Which day of a sale price a column says: `Date sale price starts` (WooCommerce), `special_to_date` (Magento),
 * `sale_price_effective_date` (Google), `reduction_from` (PrestaShop).
 * @returns undefined for a column without such days
 */
export function saleDayOf(name: string): SaleDay | undefined {
  const text = plain(name);
  const words = wordsOf(name).map(plain);
  // In one word, `salestart` looks like `sales`.
  const isOfSale = sale.test(text) || words.some((word) => sale.test(word));
  const isDay = plainDays.has(text) || (isOfSale && (day.test(text) || words.some((word) => shortDay.test(word))));
  if (!isDay) return undefined;
  let [isStart, isEnd] = [words.some((word) => start.test(word)), words.some((word) => end.test(word))];
  if (isStart === isEnd) [isStart, isEnd] = [startInside.test(text), endInside.test(text)];
  if (isStart === isEnd) return "interval";
  return isStart ? "from" : "until";
}
