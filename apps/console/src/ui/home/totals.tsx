import type { ShopTotals } from "@highstreet/router/features/overview/overview.schema.ts";
import { Counts } from "../frame/counts.tsx";
import { quantity } from "../frame/formats.ts";
import { Panel } from "../frame/panel.tsx";
import { channelName } from "../frame/product-words.ts";
import { texts } from "./texts.ts";

/** Products in stock, and the stores in which each channel works. */
export function Totals({ stores, inStock, channels }: ShopTotals) {
  return (
    <Panel title={texts.totals}>
      <Counts
        label={texts.totals}
        counts={[
          [texts.inStock, quantity(inStock)],
          ...channels.map(({ id, connected }) => [channelName(id), texts.connected(connected, stores)] as const),
        ]}
      />
    </Panel>
  );
}
