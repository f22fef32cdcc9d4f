/** The place of a rule in the list of its store, within the shop. */
export const rulePath = ({ id, storeId }: { id: string; storeId: string | null }): string =>
  `/rules${storeId ? `?store=${storeId}` : ""}#${id}`;
