/** Whether an entry of the history can be undone: only edits of products can. */
export const isRevertible = ({ action }: { action: string }): boolean => action.startsWith("customization.");
