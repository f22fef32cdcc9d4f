export { customizations } from "./customizations.router.ts";
export { restoreCustomization } from "./restore-customization.ts";
