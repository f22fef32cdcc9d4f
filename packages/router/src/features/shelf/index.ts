export { selectProducts } from "./find-products.ts";
export { readDailyLevels } from "./list-stock-levels.ts";
export { shelf } from "./shelf.router.ts";
