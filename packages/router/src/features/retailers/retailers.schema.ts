import { z } from "zod";
import { Store, StoreBody } from "../../core/stores/stores.schema.ts";
import { bodyOf, listOf, name, patchOf, text } from "../../kernel/body.schema.ts";
import { createdAt, externalIdShown, idOf, updatedAt, versionShown } from "../../kernel/fields.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";

const Email = z.email("must be an e-mail address").max(254);

const means = {
  name: "For people: the name of the shop, one line",
  contactName: "The person to ask about the shop",
  contactEmail: "E-mail address of this person",
  contactPhone: "Telephone number of this person, as people write it",
};
const contact = {
  externalId: text(255).nullish().describe("Your own id. Unique among your retailers"),
  contactName: text(200).nullish().describe(means.contactName),
  contactEmail: Email.nullish().describe(means.contactEmail),
  contactPhone: text(50).nullish().describe(means.contactPhone),
};

export const Summary = z.enum(["connected", "partial", "pending", "disconnected", "unknown"]);
export type Summary = z.infer<typeof Summary>;

export const Retailer = z.object({
  id: idOf("retailer"),
  externalId: externalIdShown,
  name: z.string().describe(means.name),
  isTest: z.boolean().describe("true: a test retailer, made with a test key. It never changes"),
  contactName: z.string().nullable().describe(means.contactName),
  contactEmail: z.string().nullable().describe(means.contactEmail),
  contactPhone: z.string().nullable().describe(means.contactPhone),
  inventoryStatus: Summary.describe(
    "The sources of all stores: all connected `connected`, some `partial`, all pending `pending`, no stores `unknown`, otherwise `disconnected`",
  ),
  channelStatus: Summary.describe(
    "The same for channels. A store counts as connected if all its channels are, and as disconnected without a channel",
  ),
  createdAt,
  updatedAt,
  version: versionShown,
});
export type Retailer = z.infer<typeof Retailer>;

export const STORES_SHOWN = 100;

export const RetailerWithStores = Retailer.extend({
  stores: z
    .array(Store)
    .describe(`At most the ${STORES_SHOWN} oldest stores; \`links.stores\` is the list of all stores`),
  storesTotal: z.int().describe("Number of stores of the retailer"),
  links: z
    .object({ stores: z.string().describe("The list of all stores, in pages") })
    .describe("Addresses of what the record leaves out"),
});
export type RetailerWithStores = z.infer<typeof RetailerWithStores>;

const RetailerBody = bodyOf(
  {
    name: name(200).describe(means.name),
    ...contact,
    contactName: name(200).nullish().describe(means.contactName),
    stores: listOf(StoreBody).max(100).optional().describe("Stores to create with the retailer, at most 100"),
  },
  RetailerWithStores,
);

const RetailerPatch = patchOf({ name: text(200).optional().describe(means.name), ...contact }, RetailerWithStores);

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
