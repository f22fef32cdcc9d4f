"use client";

import { isRevertible } from "@highstreet/router/core/history/is-revertible.schema.ts";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { exactMoment } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useUndo } from "../frame/use-undo.ts";
import { changesOf } from "../history/change-words.ts";
import { actionWords, authorOf } from "../history/texts.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useTimeZone } from "../shell/store-context.tsx";
import classes from "./product-history.module.css";
import { texts } from "./texts.ts";

/** The last edits of the product. Each can be taken back. */
export function ProductHistory({ barcode }: { barcode: string }) {
  const trpc = useTRPC();
  const { retailerId, may } = useShop();
  const timeZone = useTimeZone();
  const { undoEntry } = useUndo();
  const history = useQuery(trpc.history.list.queryOptions({ retailerId, barcode, page: { size: 10 } }));
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
                <span>{what}</span>
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
