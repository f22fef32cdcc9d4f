import type { ItemProblem, MerchantCountry } from "../search-provider.ts";
import type { CallGoogle } from "./call.ts";
import { pagesOf } from "./pages.ts";

interface Issue {
  code: string;
  severity: string;
  resolution?: string;
  description?: string;
  applicableCountries?: string[];
  /** The place where the problem counts. We do not use online destinations. */
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

const PAGE_SIZE = "1000";

const LOCAL = ["FREE_LOCAL_LISTINGS", "LOCAL_INVENTORY_ADS"];

const isForUs = ({ reportingContext, applicableCountries }: Issue, country: string): boolean =>
  (reportingContext === undefined || LOCAL.includes(reportingContext)) &&
  applicableCountries?.includes(country) !== false;

const isDisapproval = ({ severity }: Issue): boolean => severity === "DISAPPROVED";

/** One of Google's APIs writes `resolution` in capitals, the other in small letters. */
const isForMerchant = ({ resolution = "" }: Issue): boolean => resolution.toLowerCase().startsWith("merchant");

/**
 * The disapproved products of a retailer and the reasons. The sums (issue resolution API) are cheap but name no products. So all
 * products are read only if the sums contain a disapproval.
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
