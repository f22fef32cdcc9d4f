export { cleanDescription } from "../clean-description.ts";
export type { Customization } from "./customizations.schema.ts";
export { restoreCustomization } from "./restore-customization.ts";
