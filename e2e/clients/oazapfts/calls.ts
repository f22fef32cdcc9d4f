import { type FiveCalls, type Shop, webhookUrl } from "../five-calls.ts";
import {
  channelsEnable,
  channelsRemove,
  customizationsEdit,
  defaults,
  inventoryGetProduct,
  inventoryListItems,
  retailersGet,
} from "./generated/api.ts";

export function callsOf({ baseUrl, key, retailerId, storeId, barcode }: Shop): FiveCalls {
  Object.assign(defaults, { baseUrl, headers: { authorization: `Bearer ${key}` } });
  return {
    readRetailer: async () => {
      const answer = await retailersGet(retailerId);
      if (answer.status !== 200) throw new Error(`answer ${answer.status}`);
      return answer.data.name;
    },
    listItems: async () => {
      const answer = await inventoryListItems(retailerId, storeId, { pageSize: 2 });
      if (answer.status !== 200) throw new Error(answer.data.detail);
      return answer.data.data.map((item) => item.barcode);
    },
    hideProduct: async () => {
      const edited = await customizationsEdit(retailerId, barcode, { hidden: true });
      if (edited.status !== 200) throw new Error(`answer ${edited.status}`);
      const answer = await inventoryGetProduct(retailerId, barcode);
      await customizationsEdit(retailerId, barcode, { hidden: false });
      return answer.status === 200 ? answer.data.stores.map((one) => one.hidden) : [];
    },
    enableWebhooks: async () => {
      const parameters = { webhookUrl, secret: "s3cretS3cretS3cret" };
      const answer = await channelsEnable(retailerId, storeId, { type: "webhooks", parameters });
      if (answer.status !== 201) throw new Error(`answer ${answer.status}`);
      await channelsRemove(retailerId, storeId, answer.data.id);
      return String(answer.data.parameters.webhookUrl);
    },
    readProblem: async () => {
      const answer = await retailersGet("none");
      return answer.status === 404 ? (answer.data.code ?? "no code") : "no problem";
    },
  };
}
