import { Anchor } from "@mantine/core";
import Link from "next/link";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const words = texts.allStores;
const MAX_NAMES = 20;

/** Names as one text: A, B and 3 others. */
export function namesOf(names: readonly string[], total: number): string {
  const shown = names.slice(0, MAX_NAMES);
  return words.names(shown.join(", "), total - shown.length);
}

/** The names in a file that no store has, and where to give them to a store. */
export function UnknownStores({ names }: { names: readonly string[] }) {
  const { base } = useShop();
  return (
    <>
      {words.noStore(namesOf(names.map(words.quoted), names.length))}{" "}
      <Anchor component={Link} href={`${base}/stores`} size="sm" underline="always">
        {words.toCodes}
      </Anchor>
    </>
  );
}
