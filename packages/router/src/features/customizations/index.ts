export { customizations } from "./customizations.router.ts";
export { endHides, endHidesByStock } from "./end-hides.ts";
export { type BulkEdits, editItems, planEdit } from "./internal/edit-items.ts";
export { checkUnchanged, restoreEdits } from "./internal/restore-edits.ts";
