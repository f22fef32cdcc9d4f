/** A store in the examples of the document. */
export const storeExample = {
  name: "Carnaby Street",
  address: "12 Carnaby Street",
  postcode: "W1F 9PS",
  city: "London",
  country: "GB",
};
