export { selectProducts } from "./find-products.ts";
export { shelf } from "./shelf.router.ts";
export { readDailyLevels } from "./stock-levels.ts";
