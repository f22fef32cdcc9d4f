import type { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { expect, test } from "vitest";
import { sentenceOf, subjectOf } from "./operation-words.ts";

const entryOf = (action: HistoryEntry["action"], changes: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ id: "e", at: "2026-03-01T12:00:00Z", actor: { kind: "system", id: null, name: null }, action },
  ...{ target: { type: "rule", id: "r1", storeId: null, barcode: null }, before: null, after: null },
  ...{ requestId: "r", operationId: "o", ...changes },
});
const bare = { name: "Bare", on: true };

test.each([
  ["rule.create", null, bare, "made the rule “Bare”", "Bare"],
  ["rule.update", { ...bare, name: "Old" }, bare, "changed the rule “Bare”", "Bare"],
  ["rule.delete", bare, null, "deleted the rule “Bare”", "Bare"],
  ["rule.order", { ids: ["a", "b"] }, { ids: ["b", "a"] }, "changed the order of the rules", undefined],
] as const)("%s names its rule as a change of a product names the product", (action, before, after, words, name) => {
  const lead = entryOf(action, { before: before as HistoryEntry["before"], after: after as HistoryEntry["after"] });
  const operation = { id: "o", lead, store: null, entries: 1, products: 0, named: [], bulk: null } as const;
  expect(sentenceOf({ ...operation, named: [], undo: "rule", isUndone: false })).toBe(words);
  expect(subjectOf(lead, new Map())?.name).toBe(name);
});

test("a change of several texts names them in words", () => {
  const target = { type: "customization", id: "c1", storeId: null, barcode: "1" } as const;
  const after = { title: "Mug", image: ["https://shop.example/mug.jpg"] } as unknown as HistoryEntry["after"];
  const lead = entryOf("customization.update", { target, after });
  const operation = { id: "o", lead, store: null, entries: 1, products: 1, bulk: null, isUndone: false } as const;
  const named = [{ barcode: "1", title: "Mug" }];
  expect(sentenceOf({ ...operation, named, undo: null })).toMatch(
    /^changed the (title and pictures|pictures and title) of/,
  );
});

test("the subject of a change leads to its product, or to its rule in the list of its store", () => {
  const rule = { type: "rule", id: "r1", storeId: "s1", barcode: null } as const;
  const product = { type: "customization", id: "c1", storeId: null, barcode: "a/1" } as const;
  const [ofStore, ofAll] = [rule, { ...rule, storeId: null }].map((target) =>
    subjectOf(entryOf("rule.update", { target, after: bare }), new Map()),
  );
  expect([ofStore?.path, ofAll?.path]).toEqual(["/rules?store=s1#r1", "/rules#r1"]);
  const edit = entryOf("customization.update", { target: product });
  expect(subjectOf(edit, new Map([["a/1", "Mug"]]))).toEqual({ name: "Mug", more: "a/1", path: "/products/a%2F1" });
  expect(subjectOf(edit, new Map())).toEqual({ name: "a/1", more: undefined, path: "/products/a%2F1" });
});
