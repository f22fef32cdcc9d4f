import { type FiveCalls, type Shop, webhookUrl } from "../five-calls.ts";
import {
  channelsEnable,
  channelsRemove,
  customizationsEdit,
  inventoryGetProduct,
  inventoryListItems,
  retailersGet,
} from "./generated";
import { client } from "./generated/client.gen";

export function callsOf({ baseUrl, key, retailerId, storeId, barcode }: Shop): FiveCalls {
  client.setConfig({ baseUrl, auth: key });
  const product = { path: { retailerId, barcode } };
  const store = { path: { retailerId, storeId } };
  return {
    readRetailer: async () => {
      const { data } = await retailersGet({ path: { retailerId }, throwOnError: true });
      return data.name;
    },
    listItems: async () => {
      const { data } = await inventoryListItems({ ...store, query: { "page[size]": 2 }, throwOnError: true });
      return data.data.map((item) => item.barcode);
    },
    hideProduct: async () => {
      await customizationsEdit({ ...product, body: { hidden: true }, throwOnError: true });
      const { data } = await inventoryGetProduct({ ...product, throwOnError: true });
      await customizationsEdit({ ...product, body: { hidden: false }, throwOnError: true });
      return data.stores.map((one) => one.hidden);
    },
    enableWebhooks: async () => {
      const { data } = await channelsEnable({
        ...store,
        body: { type: "webhooks", parameters: { webhookUrl, secret: "s3cretS3cretS3cret" } },
        throwOnError: true,
      });
      await channelsRemove({ path: { retailerId, storeId, type: data.id }, throwOnError: true });
      return String(data.parameters.webhookUrl);
    },
    readProblem: async () => {
      const { error } = await retailersGet({ path: { retailerId: "none" } });
      return error?.code ?? "no problem";
    },
  };
}
