/** Edits of products, alone or as a whole operation. */
export const isRevertible = ({ action }: { action: string }): boolean => action.startsWith("customization.");

/** Changes of rules, one by one. */
export const isRuleChange = ({ action }: { action: string }): boolean => action.startsWith("rule.");
