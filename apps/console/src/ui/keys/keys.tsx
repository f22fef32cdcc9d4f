"use client";

import type { Key } from "@highstreet/router/features/keys/keys.schema.ts";
import { Button } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { openQuestion } from "../parts/dialogs.tsx";
import { moment } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Turn } from "../parts/paged-list.tsx";
import { Panel } from "../parts/panel.tsx";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import badge from "../parts/state-badge.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useTimeZone } from "../shell/shop-context.tsx";
import { CreateKey } from "./create-key.tsx";
import own from "./keys.module.css";
import { scopeTexts, texts } from "./texts.ts";

export function Keys() {
  const trpc = useTRPC();
  const [after, setAfter] = useState<string>();
  const input = { page: { size: 50, ...(after !== undefined && { after }) } };
  const { data, error, refetch, isPlaceholderData } = useQuery(
    trpc.keys.list.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  return (
    <div className={page.page}>
      <PageHead help="api-keys" title={texts.title} text={texts.text}>
        <CreateKey />
      </PageHead>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <Panel title={texts.keys}>
          {data.data.length === 0 ? <Hint>{texts.none}</Hint> : <KeyTable keys={data.data} isOld={isPlaceholderData} />}
          <Turn page={data} isOld={isPlaceholderData} to={setAfter} />
        </Panel>
      )}
    </div>
  );
}

function KeyTable({ keys, isOld }: { keys: Key[]; isOld: boolean }) {
  return (
    <RecordTable
      label={texts.keys}
      columns={[texts.name, texts.shops, texts.used, texts.ends, { unseen: texts.actions }]}
      isOld={isOld}
    >
      {keys.map((key) => (
        <KeyRow key={key.id} of={key} />
      ))}
    </RecordTable>
  );
}

function KeyRow({ of: { id, name, scopes, retailerIds, expiresAt, isTest, lastUsedAt } }: { of: Key }) {
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
    openQuestion({
      title: texts.revokeTitle(name),
      text: texts.revokeText,
      confirm: texts.revoke,
      isRemoval: true,
      onConfirm: () => revoking.mutate({ keyId: id }),
    });
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={own.key}>
        <span className={own.name}>{name}</span>
        <code className={own.scopes}>{`${isTest ? "hs_test" : "hs"}_${id}_…`}</code>
        <span className={own.scopes}>{scopes.map((scope) => scopeTexts[scope]).join(" · ")}</span>
      </th>
      <td role="cell" data-label={texts.shops}>
        {retailerIds ? texts.limited(retailerIds.length) : isTest ? texts.allTest : texts.all}
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
  );
}
