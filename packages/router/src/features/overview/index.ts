export { overview } from "./overview.router.ts";
