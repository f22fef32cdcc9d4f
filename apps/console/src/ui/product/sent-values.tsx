import type { ProductSource } from "@highstreet/router/features/products/products.schema.ts";
import { Text } from "@mantine/core";
import { texts } from "./texts.ts";

interface SentValuesProps {
  sources: readonly ProductSource[];
  /** The value of a source; empty if the source has none. */
  pick: (source: ProductSource) => string | false | null;
}

/** The values that the systems of a shop send for one field, each with the name of its source. */
export function SentValues({ sources, pick }: SentValuesProps) {
  const sent = sources.filter((source) => source.kind !== "edit" && pick(source));
  if (!sent.length) return texts.data.none;
  return sent.map((source) => {
    const name = texts.data.source(
      source.name,
      source.stores.map((store) => store.name),
    );
    return (
      <div key={JSON.stringify(source)}>
        {pick(source)}
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      </div>
    );
  });
}
