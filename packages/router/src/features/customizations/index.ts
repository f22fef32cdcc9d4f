export { customizations } from "./customizations.router.ts";
export { editProduct } from "./edit-product.ts";
export { endHides, endHidesByStock, endHidesOf, spellEdits } from "./end-hides.ts";
export { type BulkEdits, editEachItem, editItems, type ItemEdits, planEdit } from "./internal/bulk-edits.ts";
export { type Change, changeOf, type EditState, readEditStates } from "./internal/compare-edits.ts";
export { checkUnchanged, restoreEdits } from "./internal/restore-edits.ts";
