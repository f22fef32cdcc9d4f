import { z } from "zod";
import { Store, StoreBody } from "../../core/stores/stores.schema.ts";
import { bodyOf, patchOf, text } from "../../kernel/body.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";

const Email = z.email("must be an e-mail address").max(254);

/** null clears a field. */
const contact = {
  externalId: text(255).nullish(),
  contactName: text(200).nullish(),
  contactEmail: Email.nullish(),
  contactPhone: text(50).nullish(),
};

/** A summary of the states of all stores. */
export const Summary = z.enum(["connected", "partial", "pending", "disconnected", "unknown"]);
export type Summary = z.infer<typeof Summary>;

/** A retailer as the API shows it in lists. */
export const Retailer = z.object({
  id: z.string(),
  externalId: z.string().nullable(),
  name: z.string(),
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  inventoryStatus: Summary,
  channelStatus: Summary,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
});
export type Retailer = z.infer<typeof Retailer>;

/** Maximum number of stores in a retailer's record. */
export const STORES_SHOWN = 100;

export const RetailerWithStores = Retailer.extend({
  stores: z
    .array(Store)
    .describe(`At most the ${STORES_SHOWN} oldest stores; \`links.stores\` is the list of all stores`),
  storesTotal: z.int().describe("Number of stores of the retailer"),
  links: z.object({ stores: z.string().describe("The list of all stores, in pages") }),
});
export type RetailerWithStores = z.infer<typeof RetailerWithStores>;

/** A retailer to create, with its stores. */
const RetailerBody = bodyOf(
  { name: text(200), ...contact, stores: z.array(StoreBody).max(100).optional() },
  RetailerWithStores,
);

/** JSON Merge Patch: a missing field keeps its value, and null clears it. */
const RetailerPatch = patchOf({ name: text(200).optional(), ...contact }, RetailerWithStores);

export const RetailerPage = pageOf(Retailer);
export type RetailerPage = z.infer<typeof RetailerPage>;

export const CreateRetailer = z.strictObject({ body: RetailerBody });
export type CreateRetailer = z.infer<typeof CreateRetailer>;

export const ListRetailers = z.strictObject({ externalId: text(255).optional(), page: Page });
export type ListRetailers = z.infer<typeof ListRetailers>;

export const RetailerId = z.strictObject({ retailerId: z.string() });
export type RetailerId = z.infer<typeof RetailerId>;

export const UpdateRetailer = z.strictObject({ retailerId: z.string(), body: RetailerPatch });
export type UpdateRetailer = z.infer<typeof UpdateRetailer>;
