export { endPauses, endPausesOf } from "./end-pauses.ts";
export { restoreRule } from "./restore-rule.ts";
export { rules } from "./rules.router.ts";
export { settleDueRules } from "./settle-due-rules.ts";
