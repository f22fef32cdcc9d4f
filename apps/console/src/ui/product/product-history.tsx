"use client";

import { isRevertible } from "@highstreet/router/core/history/is-revertible.schema.ts";
import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useUndo } from "../edits/undo.tsx";
import { Change } from "../history/change.tsx";
import { changesOf } from "../history/change-words.ts";
import { actionWords, authorOf } from "../history/texts.ts";
import { exactMoment } from "../parts/formats.ts";
import { LoadFailed } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useShop, useTimeZone } from "../shell/shop-context.tsx";
import { useStoreOf } from "./product-data.tsx";
import classes from "./product-history.module.css";
import { texts } from "./texts.ts";

export function ProductHistory({ product }: { product: Product }) {
  const trpc = useTRPC();
  const { retailerId, may } = useShop();
  const timeZone = useTimeZone();
  const { undoEntry } = useUndo();
  const { barcode } = product;
  const storeId = useStoreOf(product);
  const history = useQuery(trpc.history.list.queryOptions({ retailerId, storeId, barcode, page: { size: 10 } }));
  if (history.error) return <LoadFailed message={history.error.message} retry={() => void history.refetch()} />;
  const entries = history.data?.data ?? [];
  return (
    <Panel title={texts.history.title}>
      {history.data && !entries.length && <Text c="dimmed">{texts.history.none}</Text>}
      <ol className={classes.list}>
        {entries.map((entry) => {
          const what = changesOf(entry, timeZone).join(" · ") || actionWords[entry.action];
          return (
            <li key={entry.id} className={classes.entry}>
              <div className={classes.words}>
                <span>
                  <Change text={what} />
                </span>
                <Text size="xs" c="dimmed">
                  {authorOf(entry)} · <time dateTime={entry.at}>{exactMoment(entry.at, timeZone)}</time>
                </Text>
              </div>
              {may("history.revert") && isRevertible(entry) && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={texts.history.undoOf(what)}
                  onClick={() => void undoEntry(entry.id)}
                >
                  {texts.history.undo}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
