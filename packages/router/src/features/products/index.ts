export { products } from "./products.router.ts";
export { putProducts } from "./put-products.ts";
