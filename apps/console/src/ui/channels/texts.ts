import type { ChannelId } from "@highstreet/router/core/channels/channel.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the Channels page. */
export const texts = inLanguage("channels", {
  title: "Channels",
  text: (store: string) => `Where the products of ${store} are shown.`,
  names: { search: "Search local listings", local_ads: "Local ads", webhooks: "Stock webhooks" } satisfies Record<
    ChannelId,
    string
  >,
  about: {
    search: "Shows what is on the shelf on Google, free of charge.",
    local_ads: "Shows products around the store as ads on Google, within a budget a day.",
    webhooks: "Calls your own system when a stock status or a price changes.",
  } satisfies Record<ChannelId, string>,
  setUp: "Set up",
  setUpOf: (channel: string) => `Set up ${channel}`,
  change: "Change",
  changeOf: (channel: string) => `Change ${channel}`,
  isSetUp: (channel: string) => `${channel} set up.`,
  isChanged: (channel: string) => `${channel} changed.`,
  remove: {
    button: "Remove",
    buttonOf: (channel: string) => `Remove ${channel}`,
    keep: "Keep",
    title: (channel: string, store: string) => `Remove ${channel} from ${store}?`,
    consequences: {
      search: "Google no longer shows the products, and we give up our access to the business profile.",
      local_ads: "The ads run until midnight. Then the budget is £0.",
      webhooks: "Calls stop at once. Waiting updates are not sent.",
    } satisfies Record<ChannelId, string>,
    endsLater: (channel: string) => `${channel}: ends at midnight.`,
    done: (channel: string) => `${channel} removed.`,
    failed: (channel: string) => `${channel} was not removed`,
  },
  budget: {
    label: "Budget a day",
    hint: "In pounds. A change takes effect at the store's next midnight.",
  },
  location: {
    label: "Location ID",
    hint: "Open your profile on Google as its owner, then ⋮, Business Profile settings, Advanced settings. The number is the Business Profile ID. You can also paste the link of the profile.",
    storeCode: "Store code",
    storeCodeHint: "Optional. Leave blank to use the one in your Google profile.",
  },
  webhooks: {
    address: "Address",
    addressHint: "A web address of your system that begins with https:// and takes our calls.",
    addressExample: "https://example.com/stock",
    data: "Send product data, too",
    dataHint: "Title, brand, pictures and more, if known. This can cost extra, depending on your contract.",
  },
});
