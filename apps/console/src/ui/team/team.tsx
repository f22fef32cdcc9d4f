"use client";

import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { ContactForm } from "./contact-form.tsx";
import { Invitations, InvitePerson } from "./invitations.tsx";
import { Members } from "./members.tsx";
import { texts } from "./texts.ts";

/** The people and the open invitations of a shop or, without `retailerId`, of the partner. */
export function Team({ retailerId }: { retailerId?: string }) {
  const trpc = useTRPC();
  const of = retailerId === undefined ? {} : { retailerId };
  const { data: team, error, refetch } = useQuery(trpc.staff.list.queryOptions(of));
  return (
    <div className={page.page}>
      <PageHead help="team" title={texts.title} text={texts.text}>
        {team && <InvitePerson of={of} canMail={team.canMail} />}
      </PageHead>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!team && !error && <PageSkeleton />}
      {team && (
        <Stack gap="md">
          <Panel title={texts.people}>
            <Members of={of} team={team} />
          </Panel>
          {retailerId === undefined && <ContactForm contact={team.contact} />}
          <Panel title={texts.open}>
            <Invitations of={of} team={team} />
          </Panel>
        </Stack>
      )}
    </div>
  );
}
