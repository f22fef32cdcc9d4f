/** The texts of local ads. */
export const texts = {
  inStock: (required: string) => `Products in stock (local ads need ${required})`,
};
