/** The demo shop, and the service that has it. */
export interface Shop {
  /** The address of the API, with `/v1`. */
  baseUrl: string;
  key: string;
  retailerId: string;
  storeId: string;
  barcode: string;
}

export const webhookUrl = "https://shop.example/hooks/highstreet";

/** The calls that each client makes. The results come from typed members of the answers. */
export interface FiveCalls {
  /** The name of the retailer. */
  readRetailer: () => Promise<string>;
  /** The barcodes of a page of two items. */
  listItems: () => Promise<string[]>;
  /** Hides the product, and reads whether each store that has it hides it. Then shows it again. */
  hideProduct: () => Promise<boolean[]>;
  /** Enables webhooks, and returns the address in the answer. Then removes the channel. */
  enableWebhooks: () => Promise<string>;
  /** The code of the problem when a retailer does not exist. */
  readProblem: () => Promise<string>;
}
