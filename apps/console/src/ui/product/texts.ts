import { editLimits } from "@highstreet/router/core/items/edit-limits.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";
import type { ReasonCode } from "../edits/product-words.ts";
import { count, listOf, quantity } from "../parts/formats.ts";

/** The texts of a product's page. */
export const texts = inLanguage("product", {
  back: "All products",
  hideUntil: {
    button: "Hide until…",
    kind: "What ends the hide",
    kinds: { time: "A date", price: "A price", stock: "A stock" },
    labels: { time: "Show again on", price: "Show again from this price", stock: "Show again from this quantity" },
    helps: {
      time: (zone: string) => `The time zone is ${zone}.`,
      price: "The hide ends when your system sends this price or a higher one.",
      stock: "The hide ends when your system sends this quantity or more.",
    },
    text: "The product shows again by itself. You can show it earlier.",
    replaces: "Hiding in all stores",
    hide: "Hide until then",
    ends: (where: string, time: string) => `Hidden ${where} until ${time}`,
    endsAtPrice: (where: string, price: string) => `Hidden ${where} until the price is ${price} or higher`,
    endsAtStock: (where: string, quantity: string) => `Hidden ${where} until the quantity is ${quantity} or more`,
  },
  stores: {
    title: "Stores and channels",
    text: "What each store has, where the product shows, and what stops it.",
    some: (shown: number, total: number) => `${shown} of ${count(total, "store")} are shown.`,
    store: "Store",
    price: "Price",
    quantity: "Quantity",
    visible: "Visible",
    visibleIn: (name: string, store: string) => `Visible in ${store}: ${name}`,
  },
  fixes: {
    ChannelNotEnabled: "Set up",
    ChannelPending: "Open set-up",
    Hidden: "Show",
    StorePaused: "Open stores",
    HiddenByRule: "Show anyway",
    NotInChannels: "Add",
    NotInChannelsByRule: "Add anyway",
    NeedsSearchListing: "Add to Google",
    ListingRejected: "Add a title",
  } as Partial<Record<ReasonCode, string>>,
  fixesForAll: {
    Hidden: "Show in all stores",
    NotInChannels: "Add in all stores",
    NeedsSearchListing: "Add in all stores",
  } as Partial<Record<ReasonCode, string>>,
  data: {
    title: "Product data",
    text: "What your system sends, what you changed, and what customers see.",
    fields: { title: "Title", description: "Description", brand: "Brand", images: "Pictures" },
    feed: "Your system sends",
    edit: "Your change",
    shown: "Customers see",
    byRule: (name: string) => `Rule: ${name}`,
    empty: "Your system sends no product data. Press Change to add a title, a text or a picture.",
    none: "–",
    change: "Change",
    where: "Texts of",
    allStores: "All stores",
    /** The name of a source of product data, with its stores. Empty: all stores. */
    source: (name: string, stores: readonly string[]) => {
      const more = stores.length > 3 ? [`${stores.length - 2} more`] : [];
      const named = listOf([...stores.slice(0, more.length ? 2 : 3), ...more]);
      return named ? `${name} · ${named}` : name;
    },
    pictures: (number: number) => (number ? count(number, "picture") : "–"),
    unchanged: "Unchanged",
  },
  edit: {
    title: "Change what customers see",
    text: "Your change stays when your system sends new data. An empty field shows the value of your system.",
    ofStore: (store: string) => `Change what customers see in ${store}`,
    textOfStore: "Your change counts in this store alone. An empty field shows the value of all stores.",
    titleLabel: "Title",
    tooLong: (length: number, max: number) =>
      `${quantity(length)} characters are too many: remove ${quantity(length - max)}.`,
    titleHelp: `At most ${editLimits.title} characters.`,
    descriptionLabel: "Description",
    descriptionHelp: () => `At most ${quantity(editLimits.description)} characters. Simple HTML is kept.`,
    brandLabel: "Brand",
    brandHelp: `At most ${editLimits.brand} characters.`,
    picturesLabel: "Pictures",
    picturesHelp: `Web addresses of 1 to ${editLimits.images} pictures, one on each line. The first one is the main picture.`,
    search: {
      title: "Other texts for Google",
      help: "Only Google gets them. An empty field gives Google the text or the pictures above.",
      labels: {
        searchTitle: "Title for Google",
        searchDescription: "Description for Google",
        searchPictures: "Pictures for Google",
        searchPickup: "Pickup for Google",
      },
      storePickup: "As the store",
    },
    reset: "Use your system's data again",
    resetStore: "Use the texts of all stores again",
    conflictTitle: "Another person changed this product",
    conflictText: "The product changed after you opened this form. Compare the values, then choose.",
    theirs: "Now",
    yours: "Your value",
    keepTheirs: "Keep the new values",
    saveMine: "Save my values",
  },
  picture: {
    label: "Add a picture",
    choose: "Choose a picture",
    take: "Take a photo",
    hint: "Or drop or paste one here.",
    progress: "Sent so far",
    added: "The picture is now the first one. Save to show it.",
    shown: "Your store now shows the picture.",
    tooLarge: (mib: number) => `The picture is larger than ${mib} MB. Choose a smaller one.`,
    notPublic:
      "Google cannot see this picture, because this installation has no public address. Ask the person who runs it.",
  },
  stock: {
    label: (store: string) => `Stock in ${store}`,
    save: "Save",
    change: (store: string, quantity: string) => `Change the stock in ${store}: ${quantity}`,
    replaced: "The next stock from your till or file replaces this number.",
    done: (quantity: string, store: string) => `Stock in ${store}: ${quantity}.`,
    refused: "This number cannot be the stock.",
    differs: (now: string) => `The stock is ${now} by now. Save again if your number is right.`,
    unknown: "not known",
  },
  preview: {
    title: "Preview of the listing",
    noTitle: "No title",
    at: (store: string) => `In ${store}`,
    hidden: "Hidden",
    broken: "This picture does not load, so Google rejects the product.",
  },
  states: {
    title: "Price and stock over time",
    text: "What customers saw, at most in the last 30 days. A hidden product counts as out of stock.",
    none: "The price and the stock of this product have not changed lately.",
    summary: (since: string, first: string, last: string) =>
      `Since ${since}: the price was ${first}, and is ${last} now.`,
    today: "Today",
  },
  history: {
    title: "Last changes",
    none: "No one has changed this product.",
    undo: "Undo",
    undoOf: (what: string) => `Undo: ${what}`,
  },
});
