"use client";

import type { Invitation, Team, TeamOf } from "@highstreet/router/features/staff/team.schema.ts";
import { Group, Text, VisuallyHidden } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { day } from "../frame/formats.ts";
import classes from "../frame/record-table.module.css";
import badge from "../frame/state-badge.module.css";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { showHandedOver } from "./handed-over.tsx";
import own from "./team.module.css";
import { texts } from "./texts.ts";

/** The open invitations. */
export function Invitations({ of, team }: { of: TeamOf; team: Team }) {
  if (team.invitations.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noInvitation}
      </Text>
    );
  }
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <table role="table" className={classes.table} aria-label={texts.open}>
      <thead role="rowgroup" className={classes.head}>
        <tr role="row">
          <th scope="col">{texts.email}</th>
          <th scope="col">{texts.role}</th>
          <th scope="col">{texts.until}</th>
          <th scope="col">
            <VisuallyHidden>{texts.actionsHead}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {team.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} of={of} invitation={invitation} canMail={team.canMail} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function InvitationRow({ of, invitation, canMail }: { of: TeamOf; invitation: Invitation; canMail: boolean }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { id, email, role, invitedBy, expiresAt, isExpired } = invitation;
  const refresh = () => queries.invalidateQueries(trpc.staff.list.pathFilter());
  const onError = ({ message }: { message: string }) => showToast({ isError: true, message });
  const sending = useMutation(
    trpc.staff.resendInvitation.mutationOptions({ onSuccess: showHandedOver, onError, onSettled: refresh }),
  );
  const cancelling = useMutation(
    trpc.staff.cancelInvitation.mutationOptions({
      onSuccess: () => showToast({ message: texts.withdrawn(email) }),
      onError,
      onSettled: refresh,
    }),
  );
  const input = { ...of, invitationId: id };
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={`${own.person} ${classes.when}`}>
        <span className={own.name}>{email}</span>
        <span className={own.note}>
          {texts.by} {invitedBy}
        </span>
      </th>
      <td role="cell" data-label={texts.role} className={own.wide}>
        {texts.roles[role]}
      </td>
      <td role="cell" data-label={texts.until} className={own.wide}>
        {isExpired ? (
          <span className={badge.badge} data-tone="failed">
            {texts.expired}
          </span>
        ) : (
          day(expiresAt, "UTC")
        )}
      </td>
      <td role="cell" className={`${own.actions} ${own.row}`}>
        <Group gap="xs" justify="end">
          <BusyButton
            variant="default"
            size="xs"
            isBusy={sending.isPending}
            aria-label={`${canMail ? texts.again : texts.newLink}: ${email}`}
            onClick={() => sending.mutate(input)}
          >
            {canMail ? texts.again : texts.newLink}
          </BusyButton>
          <BusyButton
            variant="subtle"
            color="gray"
            size="xs"
            isBusy={cancelling.isPending}
            aria-label={texts.cancelOf(email)}
            onClick={() => cancelling.mutate(input)}
          >
            {texts.cancel}
          </BusyButton>
        </Group>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
