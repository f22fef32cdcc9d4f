export { customizations } from "./customizations.router.ts";
export { endHides, endHidesByStock } from "./end-hides.ts";
export { type Change, changeOf } from "./internal/change-of.ts";
export { type BulkEdits, editItems, planEdit } from "./internal/edit-items.ts";
export { type EditState, readEditStates } from "./internal/edit-states.ts";
export { checkUnchanged, restoreEdits } from "./internal/restore-edits.ts";
export { type ItemEdits, saveEach } from "./internal/save-each.ts";
export { spellEdits } from "./spell-edits.ts";
