"use client";

import type { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { isRevertible, isRuleChange } from "@highstreet/router/core/history/is-revertible.schema.ts";
import { Button, Group, UnstyledButton } from "@mantine/core";
import Link from "next/link";
import { exactMoment } from "../parts/formats.ts";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { Change } from "./change.tsx";
import { changesOf } from "./change-words.ts";
import own from "./history.module.css";
import { type HistoryFilters, onlyBy } from "./history-address.ts";
import { subjectOf } from "./operation-words.ts";
import { actionWords, authorOf, texts } from "./texts.ts";

interface HistoryTableProps {
  entries: HistoryEntry[];
  timeZone: string;
  isOld: boolean;
  isOperation: boolean;
  /** The titles of products by their barcodes. */
  titles: ReadonlyMap<string, string | null>;
  filter: (changes: Partial<HistoryFilters>) => void;
  /** undefined: the user may not undo it. */
  undoOf: (entry: HistoryEntry) => (() => void) | undefined;
}

export function HistoryTable({ entries, timeZone, isOld, isOperation, titles, filter, undoOf }: HistoryTableProps) {
  const { base } = useShop();
  return (
    <RecordTable
      label={texts.title}
      columns={[texts.head.when, texts.head.who, texts.head.what, { unseen: texts.undo }]}
      isOld={isOld}
    >
      {entries.map((entry) => {
        const { id, at, actor, action } = entry;
        const undo = undoOf(entry);
        const subject = subjectOf(entry, titles);
        const what = [actionWords[action], subject?.more ?? subject?.name].filter(Boolean).join(" ");
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
                  onClick={() => actor.id && filter(onlyBy(actor.id))}
                >
                  {authorOf(entry)}
                </UnstyledButton>
              ) : (
                authorOf(entry)
              )}
              {actor.agent && ` · ${actor.agent}`}
            </td>
            <td role="cell" className={own.what}>
              {actionWords[action]}
              {subject && (
                <>
                  {" "}
                  <Link href={`${base}${subject.path}`} prefetch={false} className={own.link}>
                    {subject.name}
                  </Link>
                  {subject.more && ` · ${subject.more}`}
                </>
              )}
              {changesOf(entry, timeZone).map((change) => (
                <span key={change} className={classes.reason}>
                  <Change text={change} />
                </span>
              ))}
            </td>
            <td role="cell" className={own.actions}>
              {(isRevertible(entry) || isRuleChange(entry)) && (
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
                    <Button variant="default" size="compact-sm" aria-label={texts.undoOf(what)} onClick={undo}>
                      {texts.undo}
                    </Button>
                  )}
                </Group>
              )}
            </td>
          </tr>
        );
      })}
    </RecordTable>
  );
}
