import { isAxiosError } from "axios";
import { type FiveCalls, type Shop, webhookUrl } from "../five-calls.ts";
import { createApiClient } from "./generated/api.ts";

/** Each call validates its parameters and its answer. */
export function callsOf({ baseUrl, key, retailerId, storeId, barcode }: Shop): FiveCalls {
  const client = createApiClient(baseUrl, { axiosConfig: { headers: { authorization: `Bearer ${key}` } } });
  const product = { params: { retailerId, barcode } };
  const store = { params: { retailerId, storeId } };
  return {
    readRetailer: async () => (await client.retailersGet({ params: { retailerId } })).name,
    listItems: async () => {
      const { data } = await client.inventoryListItems({ ...store, queries: { "page[size]": 2 } });
      return data.map((item) => item.barcode);
    },
    hideProduct: async () => {
      await client.customizationsEdit({ hidden: true }, product);
      const { stores } = await client.inventoryGetProduct(product);
      await client.customizationsEdit({ hidden: false }, product);
      return stores.map((one) => one.hidden);
    },
    enableWebhooks: async () => {
      const parameters = { webhookUrl, secret: "s3cretS3cretS3cret" };
      const { id, parameters: set } = await client.channelsEnable({ type: "webhooks", parameters }, store);
      await client.channelsRemove(undefined, { params: { retailerId, storeId, type: id } });
      return String(set.webhookUrl);
    },
    readProblem: async () => {
      const error = await client.retailersGet({ params: { retailerId: "none" } }).catch((caught: unknown) => caught);
      return isAxiosError<{ code: string }>(error) ? String(error.response?.data.code) : "no problem";
    },
  };
}
