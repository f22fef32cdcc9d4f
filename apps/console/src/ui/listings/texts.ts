/** The texts of the products on Google. */
export const texts = {
  title: "Products on Google",
  text: "What Google has of each product of this store.",
  noMatch: "No product matches.",
  none: "Products appear here as soon as they are sent.",
};
