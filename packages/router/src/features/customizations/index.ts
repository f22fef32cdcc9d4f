export { customizations } from "./customizations.router.ts";
export { restoreCustomization } from "./internal/restore-customization.ts";
