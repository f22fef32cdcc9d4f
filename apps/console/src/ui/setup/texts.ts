import type { ShopSetupStep } from "@highstreet/router/features/overview/overview.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";
import type { ProcedureName } from "../../server/console-router.ts";
import type { Step } from "./step-address.ts";

/** The texts of the set-up of a shop. */
export const texts = inLanguage("setup", {
  page: "Set up",
  title: (shop: string) => `Set up ${shop}`,
  text: "From nothing to live. You can leave at any time and go on later.",
  steps: "Steps",
  number: (number: number, all: number) => `Step ${number} of ${all}`,
  takes: (time: string) => `Takes ${time}.`,
  states: {
    done: "Done",
    waiting: "Waiting",
    open: "To do",
    optional: "Optional",
  } satisfies Record<ShopSetupStep["status"], string>,
  inStock: (products: string) => `${products} in stock`,
  back: "Back",
  next: (step: string) => `Next: ${step}`,
  later: "Later",
  needsStore: "Add the first store. This step is about its stock.",
  toStore: "Add a store",
  card: (done: number, all: number) => `Finish setting up: ${done} of ${all} done`,
  cardAction: (step: string) => `Continue: ${step}`,
  cardSee: "See the steps",
  live: (store: string) => `${store} is live`,
  liveText: "Stock arrives, and your channels show it.",
  liveInPart: "Stock arrives, and a channel shows it. Another channel is not ready yet.",
  almost: "Almost live",
  almostText: "All steps are done. A channel is not ready yet. Its step says who acts next.",
  left: "Not live yet",
  leftText: "These steps are left.",
  home: "Open Home",
  products: "See the products",
  /** What each step is called, what the person gets, and how long it takes. */
  stepWords: {
    shop: {
      title: "Shop",
      gives: "Your team finds the shop by its name, and support knows the person to call.",
      takes: "1 minute",
    },
    store: {
      title: "First store",
      gives: "Customers see where they can buy. Stock and products belong to a store.",
      takes: "2 minutes",
    },
    till: {
      title: "Till",
      gives: "Your till sends its stock by itself, so you do not upload files.",
      takes: "5 minutes",
    },
    stock: {
      title: "First file",
      gives: "Your products appear here with prices and quantities, after a preview.",
      takes: "3 minutes",
    },
    search: {
      title: "Google",
      gives: "People near the store find your products on Google, with today’s stock.",
      takes: "5 minutes. After that, Google needs about four days",
    },
    webhooks: {
      title: "Webhook",
      gives: "Your own system gets a signed call whenever stock or a price changes.",
      takes: "5 minutes",
    },
    live: { title: "Live", gives: "" },
  } as Record<Step, { title: string; gives: string; takes?: string }>,
});

export const { stepWords } = texts;

/** People who may call this procedure may do the step. */
export const stepNeeds: Partial<Record<Step, ProcedureName>> = {
  shop: "retailers.update",
  store: "stores.create",
  till: "inventory.connect",
  stock: "inventory.putStock",
  search: "channels.enable",
  webhooks: "channels.enable",
};
