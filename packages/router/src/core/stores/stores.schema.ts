import { z } from "zod";
import { bodyOf, patchOf, text } from "../../kernel/body.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { webUrl } from "../../kernel/web-url.schema.ts";
import { areaTypes, countries } from "./countries.schema.ts";

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

/** An IANA time zone or an alias in upper or lower case: `europe/london` → `Europe/London`. */
const TimeZone = z.string().transform((value, issues) => {
  const zone = zoneNamed(value);
  if (zone !== undefined) return zone;
  issues.addIssue({ code: "custom", message: "must be an IANA time zone, such as Europe/London" });
  return z.NEVER;
});

/** A country by its ISO 3166-1 alpha-2 code. */
export const Country = z.enum(countries, "must be an ISO 3166-1 alpha-2 code in capitals, such as GB");

/** A currency by its ISO 4217 code. */
export const Currency = z.enum(Intl.supportedValuesOf("currency"), "must be an ISO 4217 code in capitals, such as GBP");

export const AreaType = z.enum(areaTypes, `must be one of ${areaTypes.join(", ")}`);
export type AreaType = z.infer<typeof AreaType>;

/** A link of the shop with its type, such as `website` or `instagram`. */
const Link = z.object({ type: z.string(), value: z.string() });
export type StoreLink = z.infer<typeof Link>;

const LinkBody = z.strictObject({
  type: text(50),
  value: webUrl(["http", "https", "mailto", "tel"], "must be an http, https, mailto or tel URL"),
});

const required = { name: text(200), address: text(500), postcode: text(20), city: text(100), country: Country };

/** null sets the default, or clears a field without a default. */
const optional = {
  externalId: text(255).nullish(),
  currency: Currency.nullish(),
  phone: text(50).nullish(),
  timezone: TimeZone.nullish(),
  latitude: z.number().min(-90).max(90).nullish().describe("Needs a longitude"),
  longitude: z.number().min(-180).max(180).nullish().describe("Needs a latitude"),
  areaType: AreaType.nullish(),
  links: z.array(LinkBody).max(50).nullish(),
  /** The service makes the token. A token in a request is ignored. */
  widgetToken: z.unknown().optional(),
};

/** A store to create. The country determines the default currency and time zone. */
export const StoreBody = bodyOf({ ...required, ...optional });
export type StoreBody = z.infer<typeof StoreBody>;

const { name, address, postcode, city, country } = required;

/** JSON Merge Patch: a missing field keeps its value, and null clears it or sets its default. */
const StorePatch = patchOf({
  name: name.optional(),
  address: address.optional(),
  postcode: postcode.optional(),
  city: city.optional(),
  country: country.optional(),
  ...optional,
});
export type StorePatch = z.infer<typeof StorePatch>;

/** A store as the API shows it. */
export const Store = z.object({
  id: z.string(),
  externalId: z.string().nullable(),
  name: z.string(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  currency: z.string(),
  phone: z.string().nullable(),
  timezone: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  areaType: AreaType,
  links: z.array(Link),
  widgetToken: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
});
export type Store = z.infer<typeof Store>;

export const CreateStore = z.strictObject({ retailerId: z.string(), body: StoreBody });
export type CreateStore = z.infer<typeof CreateStore>;

export const ListStores = z.strictObject({ retailerId: z.string(), externalId: text(255).optional(), page: Page });
export type ListStores = z.infer<typeof ListStores>;

export const StorePage = pageOf(Store);
export type StorePage = z.infer<typeof StorePage>;

/** The most stores that a search returns. */
export const MOST_FOUND_STORES = 50;

export const FindStores = z.strictObject({ retailerId: z.string(), q: z.string().trim().max(200).default("") });
export type FindStores = z.input<typeof FindStores>;

/** The stores that match a search, and the number of all stores of the retailer. */
export const FoundStores = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), city: z.string(), timezone: z.string() })),
  total: z.number(),
});
export type FoundStores = z.infer<typeof FoundStores>;

export const StoreIds = z.strictObject({ retailerId: z.string(), storeId: z.string() });
export type StoreIds = z.infer<typeof StoreIds>;

export const UpdateStore = z.strictObject({ retailerId: z.string(), storeId: z.string(), body: StorePatch });
export type UpdateStore = z.infer<typeof UpdateStore>;
