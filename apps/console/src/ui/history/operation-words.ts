import type { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import type { HistoryOperation } from "@highstreet/router/features/history/history.schema.ts";
import { count } from "../parts/formats.ts";
import { rulePath } from "../rules/rule-path.ts";
import { labelWords, memberLabel } from "./change-words.ts";
import { texts } from "./texts.ts";

const words = texts.did;

type Record = NonNullable<HistoryEntry["before"]>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** The members that an edit of a product changed. */
function changedMembers({ before, after }: HistoryEntry): string[] {
  const names = [
    "hidden",
    "hiddenUntil",
    "hiddenWhile",
    "channels",
    "title",
    "description",
    "brand",
    "image",
    "for",
    "price",
    "quantity",
  ];
  return names.filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null));
}

function editWords(entry: HistoryEntry, what: string, where: string): string {
  const changed = changedMembers(entry);
  if (changed.some((name) => name.startsWith("hidden"))) {
    const isHidden = entry.after?.hidden === true;
    const isLimited = Boolean(entry.after?.hiddenUntil ?? entry.after?.hiddenWhile);
    return isHidden ? words.hid(what, where, isLimited) : words.showed(what, where);
  }
  if (changed.length === 0) return words.edited(what, where);
  return words.changed(changed.map(memberLabel), what, where);
}

function feedWords({ lead: { action, after }, store }: HistoryOperation): string {
  const [changed, added] = [numberOf(after?.changedItems), numberOf(after?.newItems)];
  const counts = [count(changed, "product"), count(added, "new")] as const;
  const file = action.startsWith("products") ? words.productFile : words.stockFile(store?.name ?? "");
  const ends = new Map(Object.entries(words.feedEnds));
  return words.feed(file, ends.get(textOf(after?.status)) ?? words.feedCounts(...counts));
}

function undoWords({ lead: { action, after }, store, entries }: HistoryOperation): string {
  if (entries > 1) return words.tookBackOfStores(count(entries, "store"));
  const file = action.startsWith("products") ? words.productFile : words.stockFile(store?.name ?? "");
  const kept = numberOf(after?.keptItems);
  return words.tookBackFile(file, count(numberOf(after?.restoredItems), "product"), kept ? count(kept, "product") : "");
}

function nameOf(record: Record | null): string {
  const { channel, name, email, connector } = (record ?? {}) as { [member: string]: unknown };
  const label = channel && labelWords(channel as Parameters<typeof labelWords>[0]);
  return [label, name, email, connector].map(textOf).find(Boolean) ?? "";
}

interface Subject {
  name: string;
  /** Behind the name. */
  more: string | undefined;
  /** Within the shop. */
  path: string;
}

/** The product or the rule of a change. `titles`: of products by their barcodes. */
export function subjectOf(
  { target, before, after }: HistoryEntry,
  titles: ReadonlyMap<string, string | null>,
): Subject | undefined {
  const { type, id, barcode, storeId } = target;
  if (barcode) {
    const title = titles.get(barcode);
    return {
      name: title ?? barcode,
      more: title ? barcode : undefined,
      path: `/products/${encodeURIComponent(barcode)}`,
    };
  }
  const name = type === "rule" && nameOf(after ?? before);
  return name && id ? { name, more: undefined, path: rulePath({ id, storeId }) } : undefined;
}

/** What an operation did, behind the name of its author: `hid 149 products matching “heart” in all stores`. */
export function sentenceOf(operation: HistoryOperation): string {
  const { lead, bulk, store, products, named } = operation;
  const { action, target } = lead;
  if (action === "stock.feed" || action === "products.feed") return feedWords(operation);
  if (action === "stock.undo" || action === "products.undo") return undoWords(operation);
  const [first] = named;
  if (/^(?:customization|item)\./.test(action) || bulk) {
    const one = first ? words.quoted(first.title ?? first.barcode) : count(products, "product");
    const what = products === 1 ? one : count(products, "product");
    const where = target.storeId ? words.inStore(store?.name ?? words.goneStore) : words.everywhere;
    if (bulk?.kind === "revert") return words.tookBack(what);
    if (bulk?.kind === "import") return words.imported(what, where);
    const q = textOf(bulk?.filter?.q);
    return editWords(lead, q ? words.matching(what, q) : what, where);
  }
  const own = nameOf(lead.after ?? lead.before);
  const name = target.type === "rule" ? words.quoted(own) : own;
  return words.other[action as keyof typeof words.other](
    name,
    store && store.name !== name ? words.ofStore(store.name) : "",
  );
}
