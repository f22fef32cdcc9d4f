"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { Counted } from "./counted.tsx";
import { Invitation, OwnershipCode } from "./invitation.tsx";
import { Live } from "./live.tsx";
import { LocationFacts } from "./location-facts.tsx";
import { RehearsalStory } from "./rehearsal-story.tsx";
import { Steps } from "./steps.tsx";
import { Widget } from "./widget.tsx";

/** The progress of a store's search channel, and the next action. */
export function Setup({ record }: { record: ChannelRecord }) {
  const trpc = useTRPC();
  const { ids } = useStore();
  const setup = useQuery(trpc.channels.setup.queryOptions(ids));
  if (setup.isLoadingError) return <LoadFailed message={setup.error.message} retry={() => void setup.refetch()} />;
  if (setup.isPending) return <Skeleton height={220} radius="md" />;
  if (!setup.data) return null;
  const { steps, liveSince, problem, items, widget, rehearsal } = setup.data;
  const { businessAccountId, verificationCode, locationId } = setup.data;
  const shownMessages = new Set(record.warnings.map(({ message }) => message));
  const details = (
    <>
      {problem && !shownMessages.has(problem.message) && <Notice tone="warning">{problem.message}</Notice>}
      <Steps
        steps={steps}
        shownMessages={shownMessages}
        invitation={<Invitation account={businessAccountId} locationId={locationId} code={verificationCode} />}
        ownership={<OwnershipCode locationId={locationId} code={verificationCode} />}
      />
      <LocationFacts setup={setup.data} storefrontUrl={liveSince ? null : record.storefrontUrl} />
      {items && <Counted items={items} />}
      <Widget widget={widget} />
      {rehearsal && <RehearsalStory rehearsal={rehearsal} />}
    </>
  );
  if (!liveSince) return details;
  return (
    <Live since={liveSince} storefrontUrl={record.storefrontUrl}>
      {details}
    </Live>
  );
}
