export {
  checkBarcode,
  exactKeysOf,
  existingKeys,
  findItem,
  findItems,
  itemOf,
  keysOfCell,
  type NamedItem,
} from "./find-items.ts";
export { cleanBarcode, itemKeyOf, itemKeyStart, normalizedId, readBarcode, rejectedBarcode } from "./item-key.ts";
export {
  deleteSuperseded,
  effectiveItem,
  effectiveItemsOf,
  hasValuesSql,
  keepExactKeys,
  longestBarcode,
  longestOf,
  titledItemsOf,
  visibleIn,
  withEffectiveValues,
  withLookedUpValues,
  withoutValues,
} from "./items.sql.ts";
export { productNotFound } from "./product-not-found.ts";
export { renewStatistics } from "./renew-statistics.ts";
export { isSelected, isVisibleIn } from "./visibility.ts";
