type Resource = Record<string, unknown>;

interface ListingGroup {
  type: "UNIT" | "SUBDIVISION";
  parentAdGroupCriterion?: string;
  caseValue?: { productItemId: { value?: string } };
}

/** Product groups of an ad group (Google Ads, "Create product groups"). */
const MAX_GROUPS = 20_000;

const groupOf = (resource: Resource): ListingGroup | undefined => resource.listingGroup as ListingGroup | undefined;

/** Google removes the groups under a removed group with it (Google Ads API, "Listing groups"). */
export function removeBelow(resources: Map<string, Resource>, parent: string): void {
  for (const [name, resource] of resources) {
    if (groupOf(resource)?.parentAdGroupCriterion !== parent) continue;
    resources.delete(name);
    removeBelow(resources, name);
  }
}

/** The error code of the listing groups of a customer after a request; undefined: each ad group has a complete tree. */
export function faultyTree(resources: Map<string, Resource>): [kind: string, code: string] | undefined {
  const groups = [...resources].filter(([, resource]) => groupOf(resource));
  for (const [adGroup, tree] of Map.groupBy(groups, ([, resource]) => resource.adGroup)) {
    if (!resources.has(String(adGroup))) return ["mutateError", "RESOURCE_NOT_FOUND"];
    if (tree.length > MAX_GROUPS) return ["resourceCountLimitExceededError", "ADGROUP_LIMIT"];
    const below = Map.groupBy(tree, ([, resource]) => groupOf(resource)?.parentAdGroupCriterion);
    if (below.get(undefined)?.length !== 1) return ["criterionError", "LISTING_GROUP_ALREADY_EXISTS"];
    for (const [name, resource] of tree) {
      const { type, parentAdGroupCriterion, caseValue } = groupOf(resource) as ListingGroup;
      if ((parentAdGroupCriterion === undefined) !== (caseValue === undefined)) {
        return ["criterionError", "INVALID_LISTING_GROUP_HIERARCHY"];
      }
      const children = below.get(name) ?? [];
      if (type === "UNIT" ? children.length > 0 : resource.negative === true) {
        return ["criterionError", "INVALID_LISTING_GROUP_TYPE"];
      }
      if (type === "UNIT") continue;
      const values = children.map(([, child]) => groupOf(child)?.caseValue?.productItemId.value);
      if (new Set(values).size !== values.length) return ["criterionError", "LISTING_GROUP_ALREADY_EXISTS"];
      if (!values.includes(undefined)) return ["criterionError", "LISTING_GROUP_SUBDIVISION_REQUIRES_OTHERS_CASE"];
    }
  }
  return undefined;
}
