"use client";

import type { Endpoint, NewEndpoint } from "@highstreet/router/features/endpoints/endpoints.schema.ts";
import { Box, Button, Modal, VisuallyHidden } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ChannelStatus } from "../channel/channel.tsx";
import { count } from "../parts/formats.ts";
import { IconAffiliate } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Turn } from "../parts/paged-list.tsx";
import { Blank, Panel } from "../parts/panel.tsx";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import { useLinkedDialog } from "../parts/use-linked-dialog.ts";
import { warningWords } from "../server-words/server-words.ts";
import { ShownSecret } from "../webhooks/change-secret.tsx";
import { useEndpoints } from "../webhooks/receiver.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import own from "./endpoints.module.css";
import { texts } from "./texts.ts";

/** Between reads of an endpoint that waits for an answer of its address, as no change of the shop says that it came. */
export const PAUSE_MS = 5_000;

export const isUnsettled = ({ enabled, status, warnings }: Endpoint): boolean =>
  enabled && (status === "pending" || warnings.length > 0);

/** What the badge says; undefined: it is off. */
export const statusOf = ({ enabled, status, health }: Endpoint) =>
  !enabled ? undefined : status === "connected" && health.failures > 0 ? "failing" : status;

export const nameOf = ({ description, url }: Endpoint): string => description ?? url;

export function storesOf({ filter: { retailerIds, storeIds } }: Endpoint): string {
  if (storeIds) return count(storeIds.length, "store");
  return retailerIds ? texts.allOf(count(retailerIds.length, "shop")) : texts.allStores;
}

export function Endpoints() {
  const { api, owner, may, whyNot, isOfPartner } = useEndpoints();
  const [after, setAfter] = useState<string>();
  const mayCreate = may("create");
  const { data, error, refetch, isPlaceholderData } = useQuery(
    api.list.queryOptions(
      { ...owner, page: { size: 50, after } },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => state.data?.data.some(isUnsettled) && PAUSE_MS,
      },
    ),
  );
  const isEmpty = data?.data.length === 0;
  return (
    <div className={page.page}>
      <PageHead help="webhook-endpoints" title={texts.title} text={isOfPartner ? texts.ofPartner : texts.text}>
        {mayCreate && <AddEndpoint />}
      </PageHead>
      {!mayCreate && (
        <Box mb="md">
          <Notice tone="info">{whyNot}</Notice>
        </Box>
      )}
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {isEmpty && <Blank icon={<IconAffiliate size={28} stroke={1.6} />} title={texts.none} text={texts.noneText} />}
      {data && !isEmpty && (
        <Panel title={texts.list}>
          <EndpointTable endpoints={data.data} isOld={isPlaceholderData} />
          <Turn page={data} isOld={isPlaceholderData} to={setAfter} />
        </Panel>
      )}
    </div>
  );
}

function AddEndpoint() {
  const router = useRouter();
  const { base } = useEndpoints();
  const dialog = useLinkedDialog();
  const [made, setMade] = useState<NewEndpoint>();
  const close = (endpoint = made) => {
    dialog.close();
    if (endpoint) router.push(`${base}/${endpoint.id}`);
  };
  const show = (endpoint: NewEndpoint) => (endpoint.secret ? setMade(endpoint) : close(endpoint));
  return (
    <>
      <Button leftSection={<IconAffiliate size={18} />} onClick={dialog.open}>
        {texts.add}
      </Button>
      <Modal
        opened={dialog.isOpen}
        onClose={() => close()}
        title={made ? texts.newSecret : texts.add}
        size="lg"
        closeOnClickOutside={!made}
        closeOnEscape={!made}
      >
        {made ? (
          <ShownSecret secret={made.secret ?? ""} done={() => close()} />
        ) : (
          <EndpointForm made={show} done={() => close()} />
        )}
      </Modal>
    </>
  );
}

function EndpointTable({ endpoints, isOld }: { endpoints: Endpoint[]; isOld: boolean }) {
  return (
    <RecordTable
      label={texts.list}
      columns={[texts.head.endpoint, texts.head.status, texts.head.events, texts.head.stores]}
      isOld={isOld}
    >
      {endpoints.map((endpoint) => (
        <EndpointRow key={endpoint.id} endpoint={endpoint} />
      ))}
    </RecordTable>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { base, isOfPartner } = useEndpoints();
  const { id, url, description, actions, enabled, warnings, isTest } = endpoint;
  const notes = [description && url, isOfPartner && isTest && texts.test].filter(Boolean);
  const [warning] = warnings;
  return (
    <tr role="row" className={`${classes.row} ${classes.opening}`}>
      <th role="rowheader" scope="row" className={own.endpoint}>
        <Link href={`${base}/${id}`} className={`${classes.open} ${own.name}`}>
          <VisuallyHidden>{texts.open(nameOf(endpoint))}</VisuallyHidden>
          <span aria-hidden="true">{nameOf(endpoint)}</span>
        </Link>
        {notes.length > 0 && <span className={own.url}>{notes.join(" · ")}</span>}
      </th>
      <td role="cell" data-label={texts.head.status} className={classes.status}>
        <ChannelStatus status={statusOf(endpoint)} />
        {enabled && warning && <span className={classes.reason}>{warningWords(warning)}</span>}
      </td>
      <td role="cell" data-label={texts.head.events} className={own.events}>
        {actions.map((action) => (
          <span key={action}>{action}</span>
        ))}
      </td>
      <td role="cell" data-label={texts.head.stores}>
        {storesOf(endpoint)}
      </td>
    </tr>
  );
}
