"use client";

import type { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { isRevertible } from "@highstreet/router/core/history/is-revertible.schema.ts";
import { Button, Group, UnstyledButton } from "@mantine/core";
import Link from "next/link";
import { exactMoment } from "../frame/formats.ts";
import classes from "../frame/record-table.module.css";
import { useShop } from "../shell/shop-context.tsx";
import { changesOf } from "./change-words.ts";
import own from "./history.module.css";
import { actionWords, authorOf, texts } from "./texts.ts";

interface HistoryTableProps {
  entries: HistoryEntry[];
  timeZone: string;
  isOld: boolean;
  /** The page shows one operation. */
  isOperation: boolean;
  filter: (changes: { actor?: string; operation?: string }) => void;
  /** undefined: the user may not undo. */
  undo: ((entry: HistoryEntry) => void) | undefined;
}

/** A page of changes, the newest first. */
export function HistoryTable({ entries, timeZone, isOld, isOperation, filter, undo }: HistoryTableProps) {
  const { base } = useShop();
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <table role="table" className={classes.table} aria-busy={isOld} aria-label={texts.title}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{texts.head.when}</th>
          <th scope="col">{texts.head.who}</th>
          <th scope="col">{texts.head.what}</th>
          <td />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map((entry) => {
          const { id, at, actor, action, target } = entry;
          const what = `${actionWords[action]}${target.barcode ? ` ${target.barcode}` : ""}`;
          return (
            <tr role="row" key={id} className={classes.row}>
              <th scope="row" className={classes.when}>
                {exactMoment(at, timeZone)}
              </th>
              <td role="cell" className={own.who}>
                {actor.id ? (
                  <UnstyledButton
                    className={own.link}
                    title={texts.onlyBy(authorOf(entry))}
                    onClick={() => actor.id && filter({ actor: actor.id })}
                  >
                    {authorOf(entry)}
                  </UnstyledButton>
                ) : (
                  authorOf(entry)
                )}
              </td>
              <td role="cell" className={own.what}>
                {actionWords[action]}
                {target.barcode && (
                  <>
                    {" "}
                    <Link
                      href={`${base}/products/${encodeURIComponent(target.barcode)}`}
                      prefetch={false}
                      className={own.link}
                    >
                      {target.barcode}
                    </Link>
                  </>
                )}
                {changesOf(entry, timeZone).map((change) => (
                  <span key={change} className={classes.reason}>
                    {change}
                  </span>
                ))}
              </td>
              <td role="cell" className={own.actions}>
                {isRevertible(entry) && (
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    {!isOperation && (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={texts.togetherOf(what)}
                        onClick={() => filter({ operation: entry.operationId })}
                      >
                        {texts.together}
                      </Button>
                    )}
                    {undo && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={texts.undoOf(what)}
                        onClick={() => undo(entry)}
                      >
                        {texts.undo}
                      </Button>
                    )}
                  </Group>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
