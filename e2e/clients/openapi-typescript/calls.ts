import createClient from "openapi-fetch";
import { type FiveCalls, type Shop, webhookUrl } from "../five-calls.ts";
import type { paths } from "./generated/api.ts";

export function callsOf({ baseUrl, key, retailerId, storeId, barcode }: Shop): FiveCalls {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const product = { params: { path: { retailerId, barcode } } };
  const store = { params: { path: { retailerId, storeId } } };
  return {
    readRetailer: async () => {
      const { data, error } = await client.GET("/retailers/{retailerId}", { params: { path: { retailerId } } });
      if (error) throw new Error(error.detail);
      return data.name;
    },
    listItems: async () => {
      const { data, error } = await client.GET("/retailers/{retailerId}/stores/{storeId}/inventory/items", {
        params: { ...store.params, query: { "page[size]": 2 } },
      });
      if (error) throw new Error(error.detail);
      return data.data.map((item) => item.barcode);
    },
    hideProduct: async () => {
      const path = "/retailers/{retailerId}/inventory/{barcode}";
      const { error } = await client.PATCH(path, { ...product, body: { hidden: true } });
      if (error) throw new Error(error.detail);
      const { data } = await client.GET(path, product);
      await client.PATCH(path, { ...product, body: { hidden: false } });
      return data?.stores.map((one) => one.hidden) ?? [];
    },
    enableWebhooks: async () => {
      const { data, error } = await client.POST("/retailers/{retailerId}/stores/{storeId}/channels", {
        ...store,
        body: { type: "webhooks", parameters: { webhookUrl, secret: "s3cretS3cretS3cret" } },
      });
      if (error) throw new Error(error.detail);
      await client.DELETE("/retailers/{retailerId}/stores/{storeId}/channels/{type}", {
        params: { path: { retailerId, storeId, type: data.id } },
      });
      return String(data.parameters.webhookUrl);
    },
    readProblem: async () => {
      const { error } = await client.GET("/retailers/{retailerId}", { params: { path: { retailerId: "none" } } });
      return error?.code ?? "no problem";
    },
  };
}
