import { adsFault } from "./fault.ts";
import type { Customer } from "./world.ts";

type Row = Record<string, unknown>;

const TEXT = String.raw`'((?:[^'\\]|\\.)*)'`;
const GAQL =
  /^SELECT (?<fields>[a-z_., ]+) FROM (?<from>[a-z_]+)(?: WHERE (?<where>.+?))?(?: ORDER BY (?<order>[a-z_.]+))?$/;
const CONDITION = new RegExp(
  `^([a-z_.]+) (?:(=|!=) (?:${TEXT}|(TRUE|FALSE))|(BETWEEN) ${TEXT} AND ${TEXT})(?: AND (?=[a-z])|$)`,
);

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
  if (from === "ad_group_criterion") {
    return all("adGroupCriteria").map(([resourceName, criterion]) => ({
      campaign: { resourceName: customer.resources.get(String(criterion.adGroup))?.campaign },
      adGroup: { resourceName: criterion.adGroup },
      adGroupCriterion: { resourceName, type: "LISTING_GROUP", negative: false, ...criterion },
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

interface Condition {
  field: string;
  operator: string;
  values: string[];
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, "$1");

/** @returns undefined for text that is no list of conditions */
function conditionsOf(where: string): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (let rest = where.trim(); rest; ) {
    const match = CONDITION.exec(rest);
    if (!match) return undefined;
    const [all, field = "", same, value, flag, between, low, high] = match;
    conditions.push({
      ...{ field, operator: same ?? between ?? "" },
      values: [value ?? flag?.toLowerCase(), low, high].filter((text) => text !== undefined).map(unescaped),
    });
    rest = rest.slice(all.length);
  }
  return conditions;
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

const METRICS = ["metrics.cost_micros", "metrics.clicks", "metrics.impressions"];

/** Joins campaigns with their days. A query with a date needs a range with two ends (QueryError). */
function withDays(customer: Customer, rows: Row[], conditions: Condition[], bad: (code: string) => Error): Row[] {
  const ranges = conditions.filter(({ field }) => field === "segments.date");
  const [range] = ranges;
  if (!range) throw bad("EXPECTED_FILTERS_ON_DATE_RANGE");
  if (ranges.length > 1 || range.operator !== "BETWEEN") throw bad("INVALID_VALUE_WITH_BETWEEN_OPERATOR");
  if (!range.values.every(isDate)) throw bad("INVALID_DATE_FORMAT");
  const [from = "", to = ""] = range.values;
  if (from > to) throw bad("DATE_RANGE_TOO_NARROW");
  return rows.flatMap((row) => {
    const days = customer.outcomes.get(String(valueAt(row, "campaign.resource_name"))) ?? [];
    return days.map(({ date, ...metrics }) => ({ ...row, segments: { date }, metrics }));
  });
}

/**
 * The part of Google's query language that we use: fields of one resource or its metrics by day. Conditions are equality and a range
 * of days. A query can have an order.
 */
export function search(customer: Customer, id: string, query: string, version: string): Row[] {
  const bad = (code: string) => adsFault(version, "queryError", code, `Error in query: ${query}`);
  const { fields: selected = "", from = "", where = "", order } = GAQL.exec(query)?.groups ?? {};
  let rows = rowsOf(customer, id, from);
  if (!rows) throw bad("BAD_RESOURCE_TYPE_IN_FROM_CLAUSE");
  const conditions = conditionsOf(where);
  if (!conditions) throw bad("UNEXPECTED_INPUT");
  const fields = selected.split(",").map((field) => field.trim());
  const reported = fields.filter((field) => /^(?:segments|metrics)\./.test(field));
  if (reported.some((field) => field !== "segments.date" && !METRICS.includes(field))) throw bad("UNRECOGNIZED_FIELD");
  if (reported.length && from !== "campaign") throw bad("PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE");
  if (order && !fields.includes(order)) throw bad("EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE");
  if (reported.length) rows = withDays(customer, rows, conditions, bad);
  const fit = rows.filter((row) =>
    conditions.every(({ field, operator, values: [first = "", last = ""] }) => {
      const value = String(valueAt(row, field) ?? "");
      if (operator === "BETWEEN") return first <= value && value <= last;
      return (value === first) === (operator === "=");
    }),
  );
  if (order) fit.sort((a, b) => (String(valueAt(a, order)) < String(valueAt(b, order)) ? -1 : 1));
  return fit.map((row) => select(row, fields));
}
