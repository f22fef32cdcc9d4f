import { inLanguage } from "../../languages/in-language.ts";

/** The texts of scanned codes. */
export const texts = inLanguage("scan", {
  title: "Scan a barcode",
  text: "Point the camera at the barcode.",
  refused: "The camera is not available. Allow it for this page, or type the barcode.",
  type: "Barcode",
  find: "Find",
  next: "Scan another",
  loading: "Looking for the product…",
  open: "Open product",
  edit: "Change",
  visible: "Visible",
  hidden: "Hidden",
  stock: (quantity: string) => `Stock: ${quantity}`,
  visibleIn: (name: string, store: string) => `Visible in ${store}: ${name}`,
  some: (shown: number, total: number) => `${shown} of ${total} stores. The product's page has all.`,
  unknown: (code: string) => `No product has the code ${code}`,
  unknownText: "Your till has not sent it yet, or the label has another code. You can also add it with a stock file.",
  addByFile: "Add stock by file",
  search: "Search for it",
  notFound: (code: string) => `${code} was not looked up`,
});
