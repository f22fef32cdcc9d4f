export { restoreRule } from "./restore-rule.ts";
export { rules } from "./rules.router.ts";
export { settleDueRules } from "./settle-due-rules.ts";
export { settleDueShelves, settleDueShelvesOf } from "./settle-due-shelves.ts";
