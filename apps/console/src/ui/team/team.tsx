"use client";

import { MAX_CONTACT } from "@highstreet/router/features/staff/staff.schema.ts";
import { Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BusyButton, Form } from "../parts/form.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
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

/** How shops reach the partner. Their help shows it. */
function ContactForm({ contact }: { contact: string | null }) {
  const words = texts.contact;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const saving = useMutation(
    trpc.staff.setContact.mutationOptions({
      onSuccess: () => {
        showToast({ message: words.saved });
        return queries.invalidateQueries(trpc.staff.list.pathFilter());
      },
    }),
  );
  return (
    <Panel title={words.title}>
      <Form
        maw={420}
        submit={(fields) => {
          const typed = String(fields.get("contact")).trim();
          saving.mutate({ contact: typed || null });
        }}
      >
        <TextInput
          name="contact"
          label={words.label}
          description={words.hint}
          defaultValue={contact ?? ""}
          maxLength={MAX_CONTACT}
          error={saving.error?.message}
        />
        <div>
          <BusyButton type="submit" variant="default" isBusy={saving.isPending}>
            {words.save}
          </BusyButton>
        </div>
      </Form>
    </Panel>
  );
}
