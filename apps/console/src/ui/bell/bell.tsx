"use client";

import type { AlertKind, News } from "@highstreet/router/features/alerts/alerts.schema.ts";
import { Popover, UnstyledButton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { ago } from "../parts/formats.ts";
import { IconBell } from "../parts/icons.tsx";
import badge from "../parts/state-badge.module.css";
import { texts as shared } from "../parts/texts.ts";
import { useTRPC } from "../parts/trpc.ts";
import classes from "./bell.module.css";
import { texts } from "./texts.ts";

/** Where a person sees what a problem is about, below the shop. */
const pages: Record<AlertKind, string> = {
  file_held: "imports?",
  till_silent: "imports?",
  endpoint_failing: "developers/webhooks?",
  access_lost: "channels?",
  products_rejected: "products?notShownOn=search&because=ListingRefused&",
  budget_changed: "channels?",
};

interface BellProps {
  /** Undefined: all shops of the partner. */
  retailerId?: string;
}

/** What began and ended since the last visit. A person who opens the list has seen it, on each of their devices. */
export function Bell({ retailerId }: BellProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  // The pages of all shops get no word of changes.
  const refetchInterval = retailerId === undefined && 60_000;
  const news = useQuery(trpc.alerts.news.queryOptions({ retailerId }, { refetchInterval }));
  const seeing = useMutation(trpc.alerts.seeNews.mutationOptions());
  const rows = news.data?.data ?? [];
  const fresh = rows.filter(({ isNew }) => isNew).length;
  const [isOpen, setOpen] = useState(false);
  const turn = async (opened: boolean) => {
    setOpen(opened);
    const [newest] = rows;
    if (newest && fresh) await seeing.mutateAsync({ retailerId, until: newest.at }).catch(() => undefined);
    // The marks of new rows stay as long as the list is open.
    if (!opened) await queries.invalidateQueries(trpc.alerts.news.pathFilter());
  };
  const close = () => void turn(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className={classes.bell} aria-label={texts.bell(fresh)} onClick={() => void turn(!isOpen)}>
          <IconBell size={20} stroke={1.7} aria-hidden="true" />
          {fresh > 0 && !isOpen && (
            <span className={classes.count} aria-hidden="true">
              {fresh}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.list} aria-label={texts.title}>
        <p className={classes.title}>{rows.length ? texts.title : texts.none}</p>
        <ul className={classes.rows} aria-label={texts.title}>
          {rows.map((row) => (
            <NewsRow key={row.id} row={row} here={retailerId} close={close} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

type Row = News["data"][number];

/** An endpoint without a shop belongs to the partner. One that was deleted has no page. */
function pathOf({ kind, endpointId, isGone, store, shop }: Row): string {
  if (!shop) return `/fleet/endpoints/${endpointId}`;
  if (isGone) return `/shops/${shop.id}/developers/endpoints`;
  return `/shops/${shop.id}/${endpointId ? `developers/endpoints/${endpointId}` : `${pages[kind]}store=${store?.id}`}`;
}

function NewsRow({ row, here, close }: { row: Row; here: string | undefined; close: () => void }) {
  const { kind, channel, endpointName, store, shop, at, isOver, isNew } = row;
  const names = [
    endpointName ?? store?.name,
    shop?.id !== here && shop?.name,
    channel && shared.channels[channel as keyof typeof shared.channels],
  ];
  return (
    <li>
      <Link className={classes.row} href={pathOf(row)} prefetch={false} onClick={close}>
        <span className={classes.what} data-over={isOver || undefined}>
          {shared.alertKinds[kind]}
          {isOver && (
            <span className={badge.badge} data-tone="connected">
              {texts.over}
            </span>
          )}
          {isNew && (
            <span className={badge.badge} data-tone="pending">
              {texts.new}
            </span>
          )}
        </span>
        <span className={classes.where}>{[...names.filter(Boolean), ago(at)].join(" · ")}</span>
      </Link>
    </li>
  );
}
