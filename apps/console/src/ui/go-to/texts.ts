import { inLanguage } from "../../languages/in-language.ts";

/** The texts of Ctrl+K and of the list of keys. */
export const texts = inLanguage("goTo", {
  hint: "Find, or type “hide 22423”, “invite”, “upload”…",
  actions: "Actions",
  /** The first words of commands. */
  verbs: { hide: ["hide"], show: ["show"] },
  hide: (name: string, store = "all stores") => `Hide “${name}” in ${store}`,
  show: (name: string, store = "all stores") => `Show “${name}” in ${store}`,
  chosenStore: "the chosen store",
  /** For a verb without a product. */
  needsProduct: (verb: string) => `Type a product after “${verb}”: its barcode or its title`,
  /** Why a command is not offered. */
  already: { hide: "Already hidden", show: "Not hidden" },
  /** Other words for pages. */
  pages: {
    channels: "google ads",
    history: "undo changes",
    settings: "alerts notifications opening hours",
  } as Partial<Record<string, string>>,
  forms: {
    invite: { name: "Invite a person", also: "add colleague team member", note: "Opens the form" },
    upload: { name: "Upload a stock file", also: "import add", note: "Opens the page" },
    addStore: { name: "Add a store", also: "new create", note: "Opens the form" },
    newKey: { name: "Create an API key", also: "new make add", note: "Opens the form" },
  },
  keys: {
    title: "Keys",
    list: [
      ["Ctrl K", "Find, or do something: hide 22423, invite, upload"],
      ["/", "Go to the search of the page"],
      ["j, k", "Next and previous product of the list"],
      ["x", "Select the product"],
      ["e", "Change the product"],
      ["Enter", "Open the product"],
      ["?", "Show these keys"],
    ],
    scanner: "A barcode scanner works on every page of the shop: its code opens the product.",
  },
});
