import { adsFault } from "./fault.ts";
import type { Customer } from "./world.ts";

type Row = Record<string, unknown>;

const GAQL = /^SELECT (?<fields>[a-z_., ]+) FROM (?<from>[a-z_]+)(?: WHERE (?<where>.+))?$/;
const CONDITION = /^([a-z_.]+) (=|!=) '((?:[^'\\]|\\.)*)'$/;

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A campaign shows something only with an ad and a root listing group (Google Ads API, "Shopping campaigns"). */
function primaryStatus(customer: Customer, name: string, campaign: Row): [string, string[]] {
  if (campaign.status !== "ENABLED") return ["PAUSED", ["CAMPAIGN_PAUSED"]];
  const resources = [...customer.resources];
  const groups = resources.filter(([, { campaign: of, type }]) => of === name && type).map(([group]) => group);
  const isIn = (field: string) =>
    resources.some(([, resource]) => field in resource && groups.includes(String(resource.adGroup)));
  if (groups.length === 0) return ["NOT_ELIGIBLE", ["NO_AD_GROUPS"]];
  if (!isIn("ad")) return ["NOT_ELIGIBLE", ["NO_AD_GROUP_ADS"]];
  return isIn("listingGroup") ? ["ELIGIBLE", []] : ["NOT_ELIGIBLE", ["AD_GROUPS_INELIGIBLE"]];
}

function rowsOf(customer: Customer, id: string, from: string): Row[] | undefined {
  const all = (collection: string) =>
    [...customer.resources].filter(([name]) => name.startsWith(`customers/${id}/${collection}/`));
  if (from === "customer") {
    return [{ customer: { resourceName: `customers/${id}`, currencyCode: customer.currency, id } }];
  }
  if (from === "campaign") {
    return all("campaigns").map(([resourceName, campaign]) => {
      const [status, primaryStatusReasons] = primaryStatus(customer, resourceName, campaign);
      const budget = String(campaign.campaignBudget);
      return {
        campaign: { resourceName, ...campaign, primaryStatus: status, primaryStatusReasons },
        campaignBudget: { resourceName: budget, ...customer.resources.get(budget) },
      };
    });
  }
  if (from === "campaign_criterion") {
    return all("campaignCriteria").map(([resourceName, criterion]) => ({
      campaign: { resourceName: criterion.campaign },
      campaignCriterion: { resourceName, type: criterion.proximity ? "PROXIMITY" : "LISTING_SCOPE", ...criterion },
    }));
  }
  return undefined;
}

const valueAt = (row: Row, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Row | undefined)?.[camel(name)], row);

/** Copies the selected fields and the names of the parent resources, as Google does. */
function select(row: Row, fields: string[]): Row {
  const selected: Row = {};
  for (const field of fields) {
    const value = valueAt(row, field);
    if (value === undefined) continue;
    const names = field.split(".").map(camel);
    const last = names.pop() ?? "";
    let at = selected;
    for (const [depth, name] of names.entries()) {
      const source = row[name] as Row | undefined;
      at[name] ??= depth === 0 && source?.resourceName ? { resourceName: source.resourceName } : {};
      at = at[name] as Row;
    }
    at[last] = value;
  }
  return selected;
}

/** The part of Google's query language that we use: fields of one resource, and conditions of equality. */
export function search(customer: Customer, id: string, query: string, version: string): Row[] {
  const bad = (code: string) => adsFault(version, "queryError", code, `Error in query: ${query}`);
  const { fields = "", from = "", where } = GAQL.exec(query)?.groups ?? {};
  const rows = rowsOf(customer, id, from);
  if (!rows) throw bad("BAD_RESOURCE_TYPE_IN_FROM_CLAUSE");
  const conditions = (where?.split(" AND ") ?? []).map((text) => CONDITION.exec(text.trim()) ?? []);
  if (conditions.some(([, field]) => field === undefined)) throw bad("UNEXPECTED_INPUT");
  const fit = rows.filter((row) =>
    conditions.every(([, field = "", operator, value = ""]) => {
      const isSame = String(valueAt(row, field) ?? "") === value.replace(/\\(.)/g, "$1");
      return operator === "=" ? isSame : !isSame;
    }),
  );
  return fit.map((row) =>
    select(
      row,
      fields.split(",").map((field) => field.trim()),
    ),
  );
}
