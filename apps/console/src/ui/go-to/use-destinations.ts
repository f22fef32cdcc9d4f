"use client";

import type { ProductSummary } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import type { ProcedureName } from "../../server/console-router.ts";
import { useTRPC } from "../parts/trpc.ts";
import { useSections } from "../shell/navigation.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { texts as frame } from "../shell/texts.ts";
import { useFindShops, useFindStores, useOwnStore } from "../shell/use-find.ts";
import { texts } from "./texts.ts";

const MAX_DESTINATIONS = 8;

interface Destination {
  href: string;
  name: string;
  note?: string | undefined;
}

/** Hides or shows a product, in the chosen store or in all stores. */
export interface ProductCommand {
  product: ProductSummary;
  hidden: boolean;
  store: { id: string; name: string } | undefined;
}

/** Forms that Ctrl+K opens, for people with the right to use them. */
const forms: { path: string; words: keyof typeof texts.forms; needs: ProcedureName }[] = [
  { path: "team?add=1", words: "invite", needs: "staff.invite" },
  { path: "imports", words: "upload", needs: "inventory.putStock" },
  { path: "stores?add=1", words: "addStore", needs: "stores.create" },
  { path: "developers/keys?add=1", words: "newKey", needs: "keys.create" },
];

interface Found {
  groups: { label: string; destinations: Destination[] }[];
  commands: ProductCommand[];
  /** The text is the verb of a command alone. */
  lacksProduct: boolean;
  /** Some of the answers for this text are missing. */
  isLoading: boolean;
  error: string | undefined;
}

/** The verb of a command, and the product. It can be missing. */
function commandIn(text: string): [verb: "hide" | "show", object: string] | undefined {
  const [first = "", ...rest] = text.trim().split(/\s+/);
  const isOneOf = (words: string[]) => words.includes(first.toLowerCase());
  const verb = isOneOf(texts.verbs.hide) ? "hide" : isOneOf(texts.verbs.show) ? "show" : undefined;
  return verb && [verb, rest.join(" ")];
}

/** What Ctrl+K offers for a text, by kind. */
export function useDestinations(text: string): Found {
  const { base, retailerId, may, stores: known } = useShop();
  const ownStore = useOwnStore();
  const storeId = useSearchParams().get("store") ?? ownStore;
  const { stores, isLoading: isFindingStores } = useFindStores(text);
  const { shops, isLoading: isFindingShops } = useFindShops(text);
  const pages = useSections();
  const trpc = useTRPC();
  const [typedVerb, object] = (may("customizations.edit") && commandIn(text)) || [];
  const verb = object ? typedVerb : undefined;
  const wanted = (object || text.trim()).slice(0, 200);
  const [q] = useDebouncedValue(wanted, 150);
  const filter = { q, storeId: verb ? storeId : ownStore };
  const found = useQuery({
    ...trpc.inventory.findProducts.queryOptions({ retailerId, filter, pageSize: MAX_DESTINATIONS }),
    enabled: q !== "",
  });
  // Products of an earlier text would open at Enter.
  const isCurrent = q === wanted;
  const products = isCurrent && q ? (found.data?.data ?? []) : [];
  const typed = text.trim().toLowerCase();
  const isMatch = (name: string) => name.toLowerCase().includes(typed);
  /** Each typed word begins a word of the form. */
  const isMeant = (words: string) =>
    typed.split(/\s+/).every((one) =>
      words
        .toLowerCase()
        .split(" ")
        .some((word) => word.startsWith(one)),
    );
  const hidden = verb === "hide";
  const isCommand = ({ hiddenIn, stores: all }: ProductSummary) => !!verb && (hidden ? hiddenIn < all : hiddenIn > 0);
  const store = storeId
    ? { id: storeId, name: known.data.find(({ id }) => id === storeId)?.name ?? texts.chosenStore }
    : undefined;
  const groups = [
    {
      label: frame.pages,
      destinations: pages
        .filter(({ label, name }) => isMatch(label) || isMeant(texts.pages[name] ?? ""))
        .map(({ href, label }) => ({ href, name: label })),
    },
    {
      label: texts.actions,
      destinations: forms
        .filter(({ words, needs }) => may(needs) && isMeant(`${texts.forms[words].name} ${texts.forms[words].also}`))
        .map(({ path, words }) => ({
          href: `${base}/${path}${storeId ? `${path.includes("?") ? "&" : "?"}store=${storeId}` : ""}`,
          name: texts.forms[words].name,
          note: texts.forms[words].note,
        })),
    },
    {
      label: frame.stores,
      destinations: stores
        .slice(0, MAX_DESTINATIONS)
        .map(({ id, name, city }) => ({ href: `${base}/products?store=${id}`, name, note: city })),
    },
    {
      label: frame.products,
      // A product that already is as a command wants says so.
      destinations: products
        .filter((product) => !isCommand(product))
        .map(({ barcode, title }) => ({
          href: `${base}/products/${encodeURIComponent(barcode)}`,
          name: title ?? barcode,
          note: verb ? `${texts.already[verb]} · ${barcode}` : barcode,
        })),
    },
    {
      label: frame.shops,
      destinations: shops
        .filter(({ id }) => id !== retailerId)
        .slice(0, MAX_DESTINATIONS)
        .map(({ id, name }) => ({ href: `/shops/${id}`, name })),
    },
  ];
  const commands = products.filter(isCommand).map((product) => ({ product, hidden, store }));
  const isLoading = !isCurrent || found.isFetching || isFindingStores || isFindingShops;
  const lacksProduct = typedVerb !== undefined && !verb;
  return { groups, commands, lacksProduct, isLoading, error: isCurrent ? found.error?.message : undefined };
}
