/** The stores that Home shows. The Stores page has the others. */
export const homeStores = (retailerId: string) => ({ retailerId, pageSize: 10 });
