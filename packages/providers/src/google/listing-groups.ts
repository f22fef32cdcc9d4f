import { quoted } from "./campaigns.ts";

/** Google Ads API, "Mutating resources". */
export const MAX_OPERATIONS = 10_000;

export interface KeptRow {
  adGroup: { resourceName: string };
  adGroupCriterion: { resourceName: string; listingGroup: { type: string; parentAdGroupCriterion?: string } };
}

export interface LeftOutRow {
  adGroupCriterion: { resourceName: string; listingGroup?: { caseValue?: { productItemId?: { value?: string } } } };
}

const FROM = "FROM ad_group_criterion WHERE ad_group_criterion.type = 'LISTING_GROUP'";

export const keptOf = (campaignId: string): string =>
  `SELECT ad_group.resource_name, ad_group_criterion.resource_name, ad_group_criterion.listing_group.type, ad_group_criterion.listing_group.parent_ad_group_criterion ${FROM} AND ad_group_criterion.negative = FALSE AND campaign.resource_name = ${quoted(campaignId)}`;

/** With few fields, because a page has 10,000 rows. */
export const leftOutOf = (campaignId: string): string =>
  `SELECT ad_group_criterion.resource_name, ad_group_criterion.listing_group.case_value.product_item_id.value ${FROM} AND ad_group_criterion.negative = TRUE AND campaign.resource_name = ${quoted(campaignId)}`;

const offerOf = ({ adGroupCriterion }: LeftOutRow): string | undefined =>
  adGroupCriterion.listingGroup?.caseValue?.productItemId?.value;

/**
 * The operations that leave exactly these offers out of an ad group (Google Ads API, "Listing groups"). The tree is one unit with
 * everything, or a root with a negative unit for each offer and a unit for everything else. The first `MAX_OPERATIONS` make a complete
 * tree, too.
 */
export function leaveOutOperations(kept: KeptRow[], leftOut: LeftOutRow[], offerIds: string[]): object[] {
  const root = kept.find(({ adGroupCriterion }) => !adGroupCriterion.listingGroup.parentAdGroupCriterion);
  if (!root) return [];
  const adGroup = root.adGroup.resourceName;
  const unit = (fields: object, listingGroup: object = {}) => ({
    create: { adGroup, ...fields, listingGroup: { type: "UNIT", ...listingGroup } },
  });
  const on = { status: "ENABLED" };
  const { resourceName, listingGroup } = root.adGroupCriterion;
  const isOurs = kept.length === 2 && leftOut.every((row) => offerOf(row) !== undefined);
  const isTree = listingGroup.type === "SUBDIVISION" && isOurs;
  if (!offerIds.length) return listingGroup.type === "UNIT" ? [] : [{ remove: resourceName }, unit(on)];
  const parent = isTree ? resourceName : `${adGroup.replace("/adGroups/", "/adGroupCriteria/")}~-1`;
  const under = (value: object) => ({ parentAdGroupCriterion: parent, caseValue: { productItemId: value } });
  const before = new Set(isTree ? leftOut.map(offerOf) : []);
  const wanted = new Set(offerIds);
  const added = offerIds.filter((value) => !before.has(value));
  const creates = added.map((value) => unit({ negative: true }, under({ value })));
  if (isTree) {
    const ended = leftOut.filter((row) => !wanted.has(offerOf(row) ?? ""));
    return [...ended.map((row) => ({ remove: row.adGroupCriterion.resourceName })), ...creates];
  }
  const subdivision = { create: { resourceName: parent, adGroup, ...on, listingGroup: { type: "SUBDIVISION" } } };
  return [{ remove: resourceName }, subdivision, unit(on, under({})), ...creates];
}
