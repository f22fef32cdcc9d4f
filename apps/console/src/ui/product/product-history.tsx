"use client";

import type { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./product-history.module.css";
import { texts } from "./texts.ts";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** The fields that an edit changed, with their new values. */
function changesOf({ before, after }: HistoryEntry): string {
  const fields = ["hidden", "channels", "title", "description", "brand", "image"];
  const changed = fields.filter(
    (field) => JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after?.[field] ?? null),
  );
  return changed.map((field) => `${field}: ${shown(after?.[field])}`).join(" · ");
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return texts.data.none;
  const text = Array.isArray(value)
    ? value.join(", ")
    : typeof value === "boolean"
      ? value
        ? "yes"
        : "no"
      : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** The last edits of the product. Each can be taken back. */
export function ProductHistory({ barcode }: { barcode: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId, may } = useShop();
  const history = useQuery(trpc.history.list.queryOptions({ retailerId, barcode, page: { size: 10 } }));
  const revert = useMutation(
    trpc.history.revert.mutationOptions({
      onSuccess: () => notifications.show({ message: texts.history.reverted, autoClose: 2_500 }),
      onError: (error) =>
        notifications.show({ color: "red", title: texts.history.notReverted, message: error.message }),
      onSettled: () => queries.invalidateQueries(),
    }),
  );
  if (history.error) return <LoadFailed message={history.error.message} retry={() => void history.refetch()} />;
  const entries = history.data?.data ?? [];
  return (
    <Panel title={texts.history.title}>
      {history.data && !entries.length && <Text c="dimmed">{texts.history.none}</Text>}
      <ol className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <div className={classes.words}>
              <span>{changesOf(entry) || texts.history.actions[entry.action] || entry.action}</span>
              <Text size="xs" c="dimmed">
                {entry.actor.name ?? texts.history.by[entry.actor.kind]} ·{" "}
                <time dateTime={entry.at}>{time.format(new Date(entry.at))}</time>
              </Text>
            </div>
            {may("history.revert") && entry.target.type === "customization" && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`${texts.history.revert}: ${changesOf(entry)}`}
                onClick={() => revert.mutate({ retailerId, entryId: entry.id })}
              >
                {texts.history.revert}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
