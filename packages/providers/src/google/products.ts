import type { ItemDescription, ItemProblem, MerchantCountry } from "../search-provider.ts";
import { type CallGoogle, pagesOf } from "./call.ts";
import { isNoAccess } from "./profiles.ts";

interface Issue {
  code: string;
  severity: string;
  resolution?: string;
  description?: string;
  applicableCountries?: string[];
  /** We do not use online destinations. */
  reportingContext?: string;
}

interface Aggregates {
  aggregateProductStatuses?: { itemLevelIssues?: Issue[] }[];
  nextPageToken?: string;
}

interface Products {
  products?: { offerId: string; productStatus?: { itemLevelIssues?: Issue[] } }[];
  nextPageToken?: string;
}

/** A quarter of what Google allows, because of `MAX_ANSWER_BYTES`. */
const PAGE_SIZE = "250";

const LOCAL = ["FREE_LOCAL_LISTINGS", "LOCAL_INVENTORY_ADS"];

const isForUs = ({ reportingContext, applicableCountries }: Issue, country: string): boolean =>
  (reportingContext === undefined || LOCAL.includes(reportingContext)) &&
  applicableCountries?.includes(country) !== false;

const isDisapproval = ({ severity }: Issue): boolean => severity === "DISAPPROVED";

/** One of Google's APIs writes capitals, the other small letters. */
const isForMerchant = ({ resolution = "" }: Issue): boolean => resolution.toLowerCase().startsWith("merchant");

/**
 * The disapproved products of a retailer. The sums (issue resolution API) are cheap, so the products are read only if the sums contain a
 * disapproval.
 */
export async function* listItemProblems(
  call: CallGoogle,
  { merchantId, country }: MerchantCountry,
): AsyncGenerator<ItemProblem> {
  const filter = `reporting_context = "FREE_LOCAL_LISTINGS" AND country = "${country}"`;
  const sums = pagesOf<Aggregates>(call, {
    service: "merchant",
    path: `/issueresolution/v1/accounts/${merchantId}/aggregateProductStatuses`,
    query: { filter },
  });
  let isAny = false;
  for await (const { aggregateProductStatuses = [] } of sums) {
    isAny ||= aggregateProductStatuses.some(({ itemLevelIssues = [] }) => itemLevelIssues.some(isDisapproval));
  }
  if (!isAny) return;
  const lists = pagesOf<Products>(call, {
    service: "merchant",
    path: `/products/v1/accounts/${merchantId}/products`,
    query: { pageSize: PAGE_SIZE },
  });
  for await (const { products = [] } of lists) {
    for (const { offerId, productStatus } of products) {
      for (const issue of productStatus?.itemLevelIssues ?? []) {
        if (!isDisapproval(issue) || !isForUs(issue, country)) continue;
        const fixableBy = isForMerchant(issue) ? ("merchant" as const) : null;
        yield { offerId, code: issue.code, message: issue.description ?? issue.code, fixableBy };
      }
    }
  }
}

interface DataSource {
  name: string;
  dataSourceId: string;
  displayName: string;
}

const OURS = "Highstreet";

/** Merchant API, products. A local feed has only the offer id. The description belongs to the product with this id in our data source. */
export function createProductInputs(call: CallGoogle) {
  const known = new Map<string, Promise<string>>();

  /** Every `create` makes a new data source. If two runs made two, the older one counts. */
  async function findDataSource(merchantId: string): Promise<string | undefined> {
    const found: DataSource[] = [];
    const path = `/datasources/v1/accounts/${merchantId}/dataSources`;
    const pages = pagesOf<{ dataSources?: DataSource[]; nextPageToken?: string }>(call, { service: "merchant", path });
    for await (const { dataSources = [] } of pages) {
      found.push(...dataSources.filter(({ displayName }) => displayName === OURS));
    }
    const [oldest] = found.sort((one, other) => Number(BigInt(one.dataSourceId) - BigInt(other.dataSourceId)));
    return oldest?.name;
  }

  async function openDataSource(merchantId: string): Promise<string> {
    const before = await findDataSource(merchantId);
    if (before) return before;
    await call({
      service: "merchant",
      method: "POST",
      path: `/datasources/v1/accounts/${merchantId}/dataSources`,
      body: { displayName: OURS, primaryProductDataSource: {} },
      isRepeatable: false,
    });
    return (await findDataSource(merchantId)) ?? "";
  }

  /** Calls for several items wait for the same data source. */
  async function dataSourceOf(merchantId: string): Promise<string> {
    const opening = known.get(merchantId) ?? openDataSource(merchantId);
    known.set(merchantId, opening);
    try {
      return await opening;
    } catch (error) {
      known.delete(merchantId);
      throw error;
    }
  }

  return {
    async describeItem({ merchantId, country }: MerchantCountry, item: ItemDescription): Promise<void> {
      const [imageLink, ...additionalImageLinks] = item.images;
      await call({
        service: "merchant",
        method: "POST",
        path: `/products/v1/accounts/${merchantId}/productInputs:insert`,
        query: { dataSource: await dataSourceOf(merchantId) },
        body: {
          offerId: item.offerId,
          contentLanguage: item.language,
          feedLabel: country,
          productAttributes: {
            title: item.title,
            ...(item.description && { description: item.description }),
            ...(item.brand && { brand: item.brand }),
            ...(imageLink && { imageLink, additionalImageLinks }),
            ...(item.gtin && { gtins: [item.gtin] }),
            ...(item.condition && { condition: item.condition.toUpperCase() }),
          },
        },
        isRepeatable: true,
      });
    },

    async forgetDescription(
      { merchantId, country }: MerchantCountry,
      { offerId, language }: Pick<ItemDescription, "offerId" | "language">,
    ): Promise<void> {
      const input = Buffer.from(`${language}~${country}~${offerId}`).toString("base64url");
      try {
        await call({
          service: "merchant",
          method: "DELETE",
          path: `/products/v1/accounts/${merchantId}/productInputs/${input}`,
          query: { dataSource: await dataSourceOf(merchantId) },
        });
      } catch (error) {
        if (!isNoAccess(error)) throw error;
      }
    },
  };
}
