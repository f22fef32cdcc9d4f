/** The texts of the settings page. */
export const texts = {
  title: "Settings",
  text: "The shop and its stores.",
  shop: "Shop",
  store: "Store",
  chooseStore: "Store to change",
  name: "Name",
  contactName: "Contact person",
  contactEmail: "Contact e-mail",
  contactPhone: "Contact phone",
  save: "Save",
  saved: "Saved.",
  noStore: "This shop has no store yet.",
} as const;
