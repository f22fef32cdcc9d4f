import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the page that the browser shows without a connection. */
export const texts = inLanguage("offline", {
  title: "You are offline",
  text: "Highstreet cannot be reached. Nothing can be changed now.",
  list: (of: string) => `This is the last list that was open: ${of}. Prices and stock may differ by now.`,
  columns: ["Product", "Barcode", "Price", "Stock", "Visible"],
  of: (where: string, time: string) => `${where}, ${time}`,
  where: (shop: string, store = "all stores") => `${shop}, ${store}`,
  yes: "Yes",
  no: "No",
});
