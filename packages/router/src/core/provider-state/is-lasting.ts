/** One failure or two may be an accident. */
const LASTING_FROM = 3;

/** Whether a provider failed so often in a row that its stores are told; before that, trying again may mend it. */
export const isLasting = (failures: number): boolean => failures >= LASTING_FROM;
