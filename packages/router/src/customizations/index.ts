export { cleanDescription } from "./clean-description.ts";
