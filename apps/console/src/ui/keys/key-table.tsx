"use client";

import type { Key } from "@highstreet/router/features/keys/keys.schema.ts";
import { Button, VisuallyHidden } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { openDialog } from "../frame/dialogs.ts";
import { moment } from "../frame/formats.ts";
import classes from "../frame/record-table.module.css";
import badge from "../frame/state-badge.module.css";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useTimeZone } from "../shell/store-context.tsx";
import own from "./keys.module.css";
import { scopeTexts, texts } from "./texts.ts";

/** A page of keys. */
export function KeyTable({ keys, isOld }: { keys: Key[]; isOld: boolean }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <table role="table" className={classes.table} aria-label={texts.keys} aria-busy={isOld}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.shops}</th>
          <th scope="col">{texts.used}</th>
          <th scope="col">{texts.ends}</th>
          <th scope="col">
            <VisuallyHidden>{texts.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function KeyRow({ of: { id, name, scopes, retailerIds, expiresAt, lastUsedAt } }: { of: Key }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const revoking = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: () => showToast({ message: texts.revoked(name) }),
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: () => queries.invalidateQueries(trpc.keys.list.pathFilter()),
    }),
  );
  const ask = () =>
    openDialog({
      title: texts.revokeTitle(name),
      content: texts.revokeText,
      question: {
        confirm: texts.revoke,
        cancel: texts.cancel,
        isRemoval: true,
        onConfirm: () => revoking.mutate({ keyId: id }),
      },
    });
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={own.key}>
        <span className={own.name}>{name}</span>
        <span className={own.scopes}>{scopes.map((scope) => scopeTexts[scope]).join(" · ")}</span>
      </th>
      <td role="cell" data-label={texts.shops}>
        {retailerIds ? texts.limited(retailerIds.length) : texts.all}
      </td>
      <td role="cell" data-label={texts.used}>
        {lastUsedAt ? moment(lastUsedAt, timeZone) : texts.notUsed}
      </td>
      <td role="cell" data-label={texts.ends}>
        {isExpired ? (
          <span className={badge.badge} data-tone="failed" suppressHydrationWarning>
            {texts.expired}
          </span>
        ) : expiresAt ? (
          moment(expiresAt, timeZone)
        ) : (
          texts.never
        )}
      </td>
      <td role="cell" className={own.actions}>
        <Button variant="default" size="xs" aria-label={texts.revokeOf(name)} onClick={ask}>
          {texts.revoke}
        </Button>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
