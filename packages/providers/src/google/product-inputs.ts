import type { ItemDescription, MerchantCountry } from "../search-provider.ts";
import type { CallGoogle } from "./call.ts";
import { pagesOf } from "./pages.ts";
import { isNoAccess } from "./profile-access.ts";

interface DataSource {
  name: string;
  dataSourceId: string;
  displayName: string;
}

const OURS = "Highstreet";

/**
 * Merchant API, products. A local feed contains only the offer id of a product. The description belongs to the retailer's product
 * with the same offer id, in our data source.
 */
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

  /** Calls for several items run at once. All wait for the same data source. */
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
            ...(item.description ? { description: item.description } : {}),
            ...(item.brand ? { brand: item.brand } : {}),
            ...(imageLink ? { imageLink, additionalImageLinks } : {}),
            ...(item.gtin ? { gtins: [item.gtin] } : {}),
            ...(item.condition ? { condition: item.condition.toUpperCase() } : {}),
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
          isRepeatable: true,
        });
      } catch (error) {
        if (!isNoAccess(error)) throw error;
      }
    },
  };
}
