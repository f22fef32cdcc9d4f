import type { Chapter } from "./operation.ts";

const all = "/retailers/:retailerId/rules";
const one = `${all}/:ruleId` as const;
const shelf = "/retailers/:retailerId/stores/:storeId/shelf";
const withoutQuery = ["storeId", "onlyPlan"];

const hide = {
  name: "Hide products under £1 without a picture",
  when: { all: [{ price: { under: 1 } }, { lacks: "picture" }] },
  effect: { hidden: true },
};

export const rules: Chapter = {
  tag: "Standing rules",
  description: "What is shown where, also for products that do not exist yet.",
  guide: ["shown#standing-rules", "What is shown where"],
  operations: [
    {
      method: "GET",
      path: all,
      procedure: "rules.list",
      summary: "List rules",
      description:
        "In the order in which they win. Without `storeId` the rules of all stores. With it the rules of this store, then those of all stores.",
      errors: ["StoreNotFound"],
    },
    {
      method: "POST",
      path: all,
      procedure: "rules.create",
      status: 201,
      location: `${all}/:id`,
      withoutQuery,
      limit: 64 * 1024,
      etag: "version",
      summary: "Add a rule",
      description:
        "At the end of its list. First a dry run (`?dryRun=true`): its `response.plan` says what the rule changes, and has a `preview`. Then the same body with this `preview`. Products that a rule changes get their events with the answer. For a shop with more than 100,000 items, `follows` shows the progress. With a `period` the rule begins and ends by itself.",
      examples: {
        "Hide, after a dry run": { ...hide, preview: "4.PcTIyM0jQcbZvTqQ7oVfQ1" },
        "Look first, with ?dryRun=true": hide,
        "Put the brand before each title, with ?dryRun=true": {
          name: "Brand first",
          when: { all: [{ has: "brand" }] },
          effect: { title: "{brand} – {title}" },
        },
        "At Christmas only, with ?dryRun=true": { ...hide, period: { from: "2026-12-24", until: "2026-12-26" } },
      },
      errors: ["StoreNotFound", "QuotaExceeded", "PreviewRequired", "ChangedSince", "UnknownChannel"],
    },
    {
      method: "POST",
      path: `${all}/order`,
      procedure: "rules.order",
      withoutQuery,
      summary: "Order rules",
      description: "The first rule that speaks of a field decides it. Name all rules of the list.",
      examples: { "Of all stores": { ids: ["01939f30-5a00-7000-8000-00000000000a"] } },
      errors: ["StoreNotFound"],
    },
    {
      method: "GET",
      path: one,
      procedure: "rules.get",
      withoutQuery,
      etag: "version",
      summary: "Read a rule",
      description: "What it is about, what it does, and whether all stores follow the last change.",
    },
    {
      method: "PATCH",
      path: one,
      procedure: "rules.update",
      withoutQuery,
      limit: 64 * 1024,
      etag: "version",
      guarded: true,
      summary: "Change a rule",
      description:
        "JSON Merge Patch of whole members: `when`, `effect` and `period` are replaced. Another name and switching off need no `preview`.",
      examples: { "Switch off": { on: false } },
      errors: ["PreviewRequired", "ChangedSince", "UnknownChannel"],
    },
    {
      method: "DELETE",
      path: one,
      procedure: "rules.delete",
      withoutQuery,
      guarded: true,
      summary: "Delete a rule",
      description: "Its products are shown as without it. A revert of the history entry brings it back.",
    },
    {
      method: "GET",
      path: shelf,
      procedure: "rules.getShelf",
      tool: { name: "get_shelf" },
      etag: "version",
      summary: "Read the pause and the safety stock of a store",
      description: "What the store says about all of its items. `version` is that of the store.",
    },
    {
      method: "PATCH",
      path: shelf,
      procedure: "rules.changeShelf",
      tool: { name: "change_shelf" },
      withoutQuery: ["onlyPlan"],
      etag: "version",
      guarded: true,
      summary: "Pause a store, or set its safety stock",
      description:
        "JSON Merge Patch. A pause stops the store, or some channels of it, until a time, and stands above edits and rules. The safety stock is the quantity at which a channel shows an item as out of stock. Events and listings follow with the answer. For a store with more than 100,000 items, `isPending` is true until they do. The dry run has a `plan` with counts.",
      examples: {
        "Pause all channels": { pause: { until: "2026-12-27T09:00:00Z", reason: "Stocktaking" } },
        "Pause local ads": { pause: { until: "2026-12-27T09:00:00Z", channels: ["local_ads"] } },
        Resume: { pause: null },
        "Keep the last one for people in the store": { safetyStock: { all: 1 } },
      },
      errors: ["UnknownChannel"],
    },
  ],
};
