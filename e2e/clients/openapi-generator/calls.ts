import { isAxiosError } from "axios";
import { type FiveCalls, type Shop, webhookUrl } from "../five-calls.ts";
import { ChannelsApi, Configuration, type Problem, ProductEditingApi, RetailersApi, StockApi } from "./generated";

export function callsOf({ baseUrl, key, retailerId, storeId, barcode }: Shop): FiveCalls {
  const configuration = new Configuration({ basePath: baseUrl, accessToken: key });
  const retailers = new RetailersApi(configuration);
  const stock = new StockApi(configuration);
  const products = new ProductEditingApi(configuration);
  const channels = new ChannelsApi(configuration);
  return {
    readRetailer: async () => (await retailers.retailersGet(retailerId)).data.name,
    listItems: async () => {
      const { data } = await stock.inventoryListItems(retailerId, storeId, 2);
      return data.data.map((item) => item.barcode);
    },
    hideProduct: async () => {
      await products.customizationsEdit(retailerId, barcode, { hidden: true });
      const { data } = await stock.inventoryGetProduct(retailerId, barcode);
      await products.customizationsEdit(retailerId, barcode, { hidden: false });
      return data.stores.map((one) => one.hidden);
    },
    enableWebhooks: async () => {
      const parameters = { webhookUrl, secret: "s3cretS3cretS3cret" };
      const body = { type: "webhooks", parameters };
      const { data } = await channels.channelsEnable(retailerId, storeId, body);
      await channels.channelsRemove(retailerId, storeId, data.id);
      return String(data.parameters.webhookUrl);
    },
    readProblem: async () => {
      try {
        await retailers.retailersGet("none");
      } catch (error) {
        if (isAxiosError<Problem>(error) && error.response) return error.response.data.code;
      }
      return "no problem";
    },
  };
}
