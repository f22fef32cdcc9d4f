import { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Store } from "@highstreet/router/core/stores/stores.schema.ts";
import { Customization } from "@highstreet/router/features/customizations/customizations.schema.ts";
import { Endpoint } from "@highstreet/router/features/endpoints/endpoints.schema.ts";
import { Connection } from "@highstreet/router/features/pulls/connections.schema.ts";
import { Retailer } from "@highstreet/router/features/retailers/retailers.schema.ts";
import { RetailerSource, SourceRecord } from "@highstreet/router/features/sources/source.schema.ts";
import { expect, test } from "vitest";
import { speakLanguageOf } from "../../languages/in-language.ts";
import { languages } from "../../languages/languages.ts";
import { changesOf } from "./change-words.ts";
import { texts } from "./texts.ts";

type Change = Parameters<typeof changesOf>[0];
const target: Change["target"] = { type: "channel", id: null, storeId: null, barcode: null };
const words = (before: Change["before"], after: Change["after"], at = target) =>
  changesOf({ before, after, target: at }, "Europe/London");

test("a new record shows its values, without arrows, empty members and members for programs", () => {
  const channel = {
    id: "webhooks",
    version: "1.a",
    status: "pending",
    warnings: [],
    nextSteps: [{ label: "Wait" }],
    channel: { id: "webhooks", label: "Stock webhooks", description: "Calls an HTTPS endpoint." },
    parameters: { webhookUrl: "https://shop.example/stock", enhancedProductData: false, storeCode: null },
  };
  expect(words(null, channel)).toEqual([
    "Status: pending",
    "Channel: Stock webhooks",
    "Parameters: Webhook address: https://shop.example/stock, Enhanced product data: no",
  ]);
});

test("a changed member shows both values, and a removed one what is left", () => {
  expect(words({ dailyBudget: 1200, title: "Mug" }, { dailyBudget: 1350.5, title: null })).toEqual([
    "Daily budget: 1,200 → 1,350.5",
    "Title: Mug → –",
  ]);
});

test("the texts for the search engine are named one by one", () => {
  const search = { title: "Tea mug", description: null, image: ["https://x.example/1.jpg"] };
  expect(words({ title: "Mug", for: { search } }, { title: "Mug", for: null })).toEqual([
    "Title for Google: Tea mug → –",
    "Pictures for Google: https://x.example/1.jpg → –",
  ]);
  expect(words({ for: null }, { for: { search: { ...search, image: null } } })).toEqual(["Title for Google: Tea mug"]);
});

test("a pickup of a store or a product is shown in words", () => {
  const reserve = { method: "reserve", time: "same_day" };
  expect(words({ pickup: null }, { pickup: reserve })).toEqual([
    "Pickup: Reserve online, pay in the store: the same day",
  ]);
  const search = { title: null, description: null, image: null, pickup: { method: "not_supported" } };
  expect(words({ for: null }, { for: { search } })).toEqual(["Pickup for Google: No pickup of this product"]);
});

test("a warning is shown by its message", () => {
  const warning = { id: "FeedRefused", message: "The file has no price." };
  expect(words({ warnings: [] }, { warnings: [warning] })).toEqual(["Warnings: The file has no price."]);
});

test("a hide says whether the product is visible, hidden or as in all stores", () => {
  expect(words({ hidden: null }, { hidden: true })).toEqual(["Visibility: visible → hidden"]);
  expect(words({ hidden: true }, { hidden: null }, { ...target, storeId: "s" })).toEqual([
    "Visibility: hidden → as in all stores",
  ]);
});

test("a rule is a sentence, and its place in the list says nothing", () => {
  const at = { ...target, type: "rule" } as const;
  const rule = { name: "Bare", on: true, position: 1, when: { all: [{ lacks: "picture" }] }, effect: { hidden: true } };
  expect(words(null, rule, at)).toEqual(["Name: Bare", "Switched on: yes", "Hide products without a picture"]);
  const after = { ...rule, position: 2, on: false, effect: { notIn: ["search"] } };
  expect(words(rule, after, at)).toEqual([
    "Switched on: yes → no",
    "Hide products without a picture → Hide products without a picture on Google",
  ]);
  expect(words({ ids: ["a", "b"] }, { ids: ["b", "a"] }, at)).toEqual([]);
});

test("each member of a record that people change has a word", () => {
  const records = [ChannelRecord, Connection, Customization, Endpoint, Retailer, RetailerSource, SourceRecord, Store];
  const unnamed = records
    .flatMap((record) => Object.keys(record.shape))
    .filter((name) => words({ [name]: "was" }, { [name]: "is" }).length && !texts.members[name]);
  expect(unnamed).toEqual([]);
});

test("opening hours are in words", () => {
  const regular = [{ day: "monday", periods: [{ opens: "09:00", closes: "17:00" }] }];
  const special = [{ date: "2026-12-24", periods: [] }];
  expect(words({ hours: { regular: [], special: [] } }, { hours: { regular, special } })).toEqual([
    "Hours of the week: Monday 09:00-17:00 · 2026-12-24",
  ]);
});

test("in another language, the names and warnings of the server are in it, too", async () => {
  const catalog = (await languages.de?.load?.())?.catalog;
  speakLanguageOf(() => ({ catalog }));
  const record = {
    status: "pending",
    channel: { id: "search", label: "Search local listings" },
    provider: { id: "http-pull", label: "File fetched from a web address" },
    warnings: [{ id: "StoreCodeTaken", message: "Another location has the code." }],
  };
  const said = words(null, record).join(" ");
  speakLanguageOf(() => ({ catalog: undefined }));
  expect(said).toContain("Lokale Einträge");
  expect(said).toContain("Datei von einer Webadresse");
  expect(said).not.toMatch(/pending|Search|File|Another/);
});
