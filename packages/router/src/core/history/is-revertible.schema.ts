/** Edits of products, alone or as a whole operation. */
export const isRevertible = ({ action }: { action: string }): boolean => action.startsWith("customization.");

/** Changes of rules, and of the pause and the safety stock of a store, one by one. */
export const isRuleChange = ({ action }: { action: string }): boolean =>
  action.startsWith("rule.") || action === "shelf.update";
