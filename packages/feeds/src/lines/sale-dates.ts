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

/**
 * Whether a column says when a sale price counts: `Date sale price starts` (WooCommerce), `special_to_date` (Magento),
 * `sale_price_effective_date` (Google), `reduction_from` (PrestaShop).
 */
export function isSaleDate(name: string): boolean {
  const text = plain(name);
  if (plainDays.has(text)) return true;
  return sale.test(text) && (day.test(text) || wordsOf(name).some((word) => shortDay.test(plain(word))));
}
