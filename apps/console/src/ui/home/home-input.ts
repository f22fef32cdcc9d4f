/** The stores that Home shows. The Stores page has the others. */
export const homeStores = (retailerId: string) => ({ retailerId, pageSize: 10 });

const DAY = 86_400_000;

/** The newest changes of the last seven days. A fixed time of the day, so that the server and the browser ask for the same. */
export const changesInput = (retailerId: string, storeId: string | undefined) => ({
  retailerId,
  storeId,
  since: new Date((Math.floor(Date.now() / DAY) - 7) * DAY).toISOString(),
  page: { size: 6 },
});
