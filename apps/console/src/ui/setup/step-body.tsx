"use client";

import { Button, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { ChannelCard } from "../channels/channel-card.tsx";
import { ConnectForm } from "../inventory/connect-form.tsx";
import { HeldFeed } from "../inventory/held-feed.tsx";
import { readingOf } from "../inventory/map-columns.tsx";
import { SourcePanel } from "../inventory/source-panel.tsx";
import { Upload } from "../inventory/upload.tsx";
import { IconBuildingStore } from "../parts/icons.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import panel from "../parts/panel.module.css";
import { Blank } from "../parts/panel.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { ShopForm } from "../settings/shop-form.tsx";
import { useChosenStore, useShop, useStore } from "../shell/shop-context.tsx";
import { StoreForm } from "../stores/store-form.tsx";
import type { Step } from "./step-address.ts";
import { texts } from "./texts.ts";

const part = `${panel.panel} ${panel.part}`;

interface StepBodyProps {
  step: Exclude<Step, "live">;
  storeHref: string;
  nextHref: string;
}

/** The form of a step: the same form as on its own page. */
export function StepBody({ step, storeHref, nextHref }: StepBodyProps) {
  const store = useChosenStore();
  if (step === "shop") return <ShopStep />;
  if (step === "store") return store ? <StoreStep /> : <NewStore nextHref={nextHref} />;
  if (!store) {
    return (
      <Blank icon={<IconBuildingStore size={28} stroke={1.6} />} title={texts.needsStore} text="">
        <Button component={Link} href={storeHref}>
          {texts.toStore}
        </Button>
      </Blank>
    );
  }
  if (step === "till") return <TillStep />;
  if (step === "stock") return <StockStep />;
  return <ChannelStep channel={step} />;
}

function ShopStep() {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const { data, error, refetch } = useQuery(trpc.retailers.get.queryOptions({ retailerId }));
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" />;
  return (
    <div className={part}>
      <ShopForm shop={data} isSecondary />
    </div>
  );
}

function NewStore({ nextHref }: { nextHref: string }) {
  const router = useRouter();
  return (
    <div className={part}>
      <StoreForm store={undefined} done={() => router.push(nextHref)} />
    </div>
  );
}

function StoreStep() {
  const trpc = useTRPC();
  const { ids } = useStore();
  const { data, error, refetch } = useQuery(trpc.stores.get.queryOptions(ids));
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" />;
  return (
    <div className={part}>
      <StoreForm store={data} isSecondary />
    </div>
  );
}

function TillStep() {
  const trpc = useTRPC();
  const { ids, may } = useStore();
  const { data, error, refetch } = useQuery(trpc.inventory.getSource.queryOptions(ids));
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" />;
  if (data.provider || !may("inventory.connect")) return <SourcePanel source={data} files={[]} />;
  return (
    <div className={part}>
      <ConnectForm source={data} />
    </div>
  );
}

function StockStep() {
  const trpc = useTRPC();
  const { ids } = useStore();
  const source = useQuery(trpc.inventory.getSource.queryOptions(ids));
  const files = useQuery(trpc.inventory.listIngests.queryOptions({ ...ids, feeds: true, page: { size: 10 } }));
  const held = files.data?.data.find(({ status }) => status === "held");
  if (source.error) return <LoadFailed message={source.error.message} retry={() => void source.refetch()} />;
  if (!source.data) return <Skeleton height={320} radius="lg" />;
  return (
    <Stack gap="md">
      {held && <HeldFeed ingest={held} />}
      <Upload
        usualMode={source.data.parameters.mode === "replace" ? "replace" : "update"}
        remembered={readingOf(source.data).columns}
      />
    </Stack>
  );
}

function ChannelStep({ channel }: { channel: "search" | "webhooks" }) {
  const trpc = useTRPC();
  const { ids } = useStore();
  const catalogue = useQuery(trpc.channels.catalogue.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  const enabled = useQuery(trpc.channels.list.queryOptions(ids));
  const obstacles = useQuery(trpc.channels.obstacles.queryOptions(ids));
  const queries = [catalogue, enabled, obstacles];
  const failed = queries.find(({ error }) => error)?.error;
  const about = catalogue.data?.find(({ id }) => id === channel);
  if (failed) {
    return (
      <LoadFailed message={failed.message} retry={() => void Promise.all(queries.map(({ refetch }) => refetch()))} />
    );
  }
  if (!about || !enabled.data || !obstacles.data) return <Skeleton height={260} radius="lg" />;
  const record = enabled.data.find(({ id }) => id === channel);
  return (
    <ChannelCard
      about={about}
      record={record}
      obstacle={obstacles.data.find((one) => one.channel === channel)}
      startsOpen={!record}
    />
  );
}
