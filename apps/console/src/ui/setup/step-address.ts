/** The steps of the set-up with an address each. `live` shows the result. */
export const steps = ["shop", "store", "till", "stock", "search", "webhooks", "live"] as const;

export type Step = (typeof steps)[number];

export function isStep(value: unknown): value is Step {
  return steps.some((step) => step === value);
}

/**
 * The address of a step.
 * @param base the address of the shop
 * @param storeId the store that the address names; undefined: the store that is furthest
 */
export function setupAddress(base: string, step?: Step, storeId?: string): string {
  const query = new URLSearchParams({ ...(step && { step }), ...(storeId && { store: storeId }) });
  return `${base}/setup${query.size ? `?${query}` : ""}`;
}
