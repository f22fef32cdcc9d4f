import { z } from "zod";
import { bodyOf, name, patchOf, text, webUrl } from "../../kernel/body.schema.ts";
import { createdAt, externalIdShown, idOf, updatedAt, versionShown } from "../../kernel/fields.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { areaTypes, countries } from "./countries.schema.ts";
import { HoursBody, StoreHours } from "./hours.schema.ts";
import { Pickup, pickupText } from "./pickup.schema.ts";
import { ofShelf } from "./shelf.schema.ts";

/** The usual name of a zone. An offset such as `+01:00` has no summer time and is not accepted. */
function zoneNamed(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const TimeZone = z.string().transform((value, issues) => {
  const zone = zoneNamed(value);
  if (zone !== undefined) return zone;
  issues.addIssue({ code: "custom", message: "must be an IANA time zone, such as Europe/London" });
  return z.NEVER;
});

export const Country = z.enum(countries, "must be an ISO 3166-1 alpha-2 code in capitals, such as GB");

export const Currency = z.enum(Intl.supportedValuesOf("currency"), "must be an ISO 4217 code in capitals, such as GBP");

export const AreaType = z.enum(areaTypes, `must be one of ${areaTypes.join(", ")}`);
export type AreaType = z.infer<typeof AreaType>;

/** What the fields of a store mean, in bodies and answers. */
const means = {
  name: "For people and for the search engine, which compares it with the business profile",
  address: "Street and number, as in the business profile",
  postcode: "Postal code, as in the business profile",
  city: "Town, as in the business profile",
  country: "ISO 3166-1 alpha-2 code, in capitals",
  currency: "ISO 4217 code of all prices of the store",
  phone: "Telephone number as people write it",
  timezone: "IANA time zone. Its midnight starts budgets, and its days are those of sales",
  latitude: "Degrees north, -90 to 90. Sent with a longitude",
  longitude: "Degrees east, -180 to 180. Sent with a latitude",
  areaType: "How far people come. Ads reach 3 miles (`city_centre`), 5 (`urban`), 10 (`suburban`) or 20 (`rural`)",
  links: "Addresses of the store on the web, at most 50",
  openingHours: "In words, at most 1,000 characters. `hours` has them as data",
};
const linkMeans = {
  type: "Kind of link in your words, such as `website`",
  value: "http, https, mailto or tel address",
};

const Link = z.object({
  type: z.string().describe(linkMeans.type),
  value: z.string().describe(linkMeans.value),
});
export type StoreLink = z.infer<typeof Link>;

const LinkBody = z.strictObject({
  type: text(50).describe(linkMeans.type),
  value: webUrl(["http", "https", "mailto", "tel"], "must be an http, https, mailto or tel URL").describe(
    linkMeans.value,
  ),
});

const required = {
  name: name(200).describe(means.name),
  address: text(500).describe(means.address),
  postcode: text(20).describe(means.postcode),
  city: text(100).describe(means.city),
  country: Country,
};

/** null sets the default, or clears a field without a default. */
const optional = {
  externalId: text(255).nullish().describe("Your own id. Unique among the stores of the retailer"),
  currency: Currency.nullish().describe(`${means.currency}. null: that of the country`),
  phone: text(50).nullish().describe(means.phone),
  timezone: TimeZone.nullish().describe(`${means.timezone}. null: that of the country, if it has only one`),
  latitude: z.number().min(-90).max(90).nullish().describe(means.latitude),
  longitude: z.number().min(-180).max(180).nullish().describe(means.longitude),
  areaType: AreaType.nullish().describe(`${means.areaType}. null: \`suburban\``),
  links: z.array(LinkBody).max(50).nullish().describe(means.links),
  openingHours: text(1_000).nullish().describe(means.openingHours),
  hours: HoursBody.nullish().describe("Hours as data. A member that is left out stays; null: not known"),
  pickup: Pickup.nullish().describe(pickupText),
  widgetToken: z.unknown().optional(),
};

export const StoreBody = bodyOf({ ...required, ...optional }, ofShelf);
export type StoreBody = z.infer<typeof StoreBody>;

/** JSON Merge Patch: a missing field keeps its value, and null clears it or sets its default. */
const StorePatch = patchOf(
  {
    ...z.object(required).partial().shape,
    name: text(200).optional().describe(means.name),
    ...optional,
  },
  ofShelf,
);
export type StorePatch = z.infer<typeof StorePatch>;

/**
 * A store as the API shows it. The columns of a store that verbs read, a new store and the export follow this shape: a plain field
 * needs its column, a line in `optional` and a line here.
 */
export const Store = z.object({
  id: idOf("store"),
  externalId: externalIdShown,
  name: z.string().describe(means.name),
  address: z.string().describe(means.address),
  postcode: z.string().describe(means.postcode),
  city: z.string().describe(means.city),
  country: z.string().describe(means.country),
  currency: z.string().describe(means.currency),
  phone: z.string().nullable().describe(means.phone),
  timezone: z.string().describe(means.timezone),
  latitude: z.number().nullable().describe(means.latitude),
  longitude: z.number().nullable().describe(means.longitude),
  areaType: AreaType.describe(means.areaType),
  links: z.array(Link).describe(means.links),
  openingHours: z.string().nullable().describe(means.openingHours),
  hours: StoreHours,
  pickup: Pickup.nullable().describe(pickupText),
  ...ofShelf.shape,
  widgetToken: z
    .string()
    .describe("The in-store widget sends it to `POST /widget-sightings`. It is public, and no key"),
  createdAt,
  updatedAt,
  version: versionShown,
});
export type Store = z.infer<typeof Store>;

export const CreateStore = z.strictObject({ retailerId: z.string(), body: StoreBody });
export type CreateStore = z.infer<typeof CreateStore>;

export const ListStores = z.strictObject({ retailerId: z.string(), externalId: text(255).optional(), page: Page });
export type ListStores = z.infer<typeof ListStores>;

export const StorePage = pageOf(Store);
export type StorePage = z.infer<typeof StorePage>;

export const MAX_FOUND_STORES = 50;

export const FindStores = z.strictObject({
  retailerId: z.string(),
  q: z.string().trim().max(200).default(""),
  /** Only these stores. One that is missing in the answer does not exist, or is not the caller's. */
  ids: z.array(z.uuid()).max(MAX_FOUND_STORES).optional(),
});
export type FindStores = z.input<typeof FindStores>;

export const FoundStores = z.object({
  data: z.array(Store.pick({ id: true, name: true, city: true, timezone: true })),
  total: z.number(),
});
export type FoundStores = z.infer<typeof FoundStores>;

export const StoreIds = z.strictObject({ retailerId: z.string(), storeId: z.string() });
export type StoreIds = z.infer<typeof StoreIds>;

export const UpdateStore = z.strictObject({ retailerId: z.string(), storeId: z.string(), body: StorePatch });
export type UpdateStore = z.infer<typeof UpdateStore>;
