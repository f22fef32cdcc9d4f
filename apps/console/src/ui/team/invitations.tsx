"use client";

import type { Invitation, Team, TeamOf } from "@highstreet/router/features/staff/staff.schema.ts";
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CopyBlock, ShareButton } from "../parts/copy.tsx";
import { openDialog } from "../parts/dialogs.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { BusyButton, Form, FormButtons } from "../parts/form.tsx";
import { day } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconUserPlus } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import badge from "../parts/state-badge.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useLinkedDialog } from "../parts/use-linked-dialog.ts";
import { useTimeZone } from "../shell/shop-context.tsx";
import { type ChosenStores, StoresField } from "./choose-stores.tsx";
import own from "./team.module.css";
import { texts } from "./texts.ts";

export function Invitations({ of, team }: { of: TeamOf; team: Team }) {
  if (team.invitations.length === 0) {
    return <Hint>{texts.noInvitation}</Hint>;
  }
  return (
    <RecordTable label={texts.open} columns={[texts.email, texts.role, texts.until, { unseen: texts.actionsHead }]}>
      {team.invitations.map((invitation) => (
        <InvitationRow key={invitation.id} of={of} invitation={invitation} canMail={team.canMail} />
      ))}
    </RecordTable>
  );
}

function InvitationRow({ of, invitation, canMail }: { of: TeamOf; invitation: Invitation; canMail: boolean }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const { id, email, role, stores, invitedBy, expiresAt, isExpired } = invitation;
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
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={`${own.person} ${classes.when}`}>
        <span className={own.name}>{email}</span>
        <span className={own.note}>
          {texts.by} {invitedBy}
        </span>
      </th>
      <td role="cell" data-label={texts.role} className={own.wide}>
        {texts.roles[role]}
        <StoreNames stores={stores} />
      </td>
      <td role="cell" data-label={texts.until} className={own.wide}>
        {isExpired ? (
          <span className={badge.badge} data-tone="failed">
            {texts.expired}
          </span>
        ) : (
          day(expiresAt, timeZone)
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
  );
}

/** Nothing for all stores. */
export function StoreNames({ stores }: { stores: ChosenStores }) {
  if (!stores) return null;
  return <span className={own.note}>{stores.map(({ name }) => name).join(", ") || texts.noChosenStore}</span>;
}

const roles = ["manager", "viewer", "owner"] as const;

export function InvitePerson({ of, canMail }: { of: TeamOf; canMail: boolean }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { isOpen, open, close } = useLinkedDialog();
  const [role, setRole] = useState<(typeof roles)[number]>("manager");
  const [chosen, setChosen] = useState<ChosenStores>(null);
  const stores = role === "owner" ? null : chosen;
  const inviting = useMutation(
    trpc.staff.invite.mutationOptions({
      onSuccess: async (made) => {
        close();
        showHandedOver(made);
        await queries.invalidateQueries(trpc.staff.list.pathFilter());
      },
    }),
  );
  const errors = formErrors(inviting.error, ["/email", "/stores"]);
  const start = () => {
    inviting.reset();
    setChosen(null);
    open();
  };
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={start}>
        {texts.invite}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.invite}>
        <Form
          noValidate
          submit={(fields) => {
            const email = String(fields.get("email")).trim();
            const ids = stores?.map(({ id }) => id);
            inviting.mutate({ ...of, email, ...(of.retailerId !== undefined && { role, stores: ids }) });
          }}
        >
          <TextInput
            name="email"
            type="email"
            label={texts.email}
            autoComplete="off"
            required
            data-autofocus
            error={errors.at("/email")}
          />
          {of.retailerId !== undefined && (
            <Radio.Group
              label={texts.role}
              value={role}
              onChange={(value) => setRole(roles.find((one) => one === value) ?? "manager")}
            >
              <Stack gap="xs" mt={6}>
                {roles.map((one) => (
                  <Radio key={one} value={one} label={texts.roles[one]} description={texts.roleTexts[one]} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {of.retailerId !== undefined && role !== "owner" && (
            <StoresField value={stores} onChange={setChosen} error={errors.at("/stores")} />
          )}
          {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
          <FormButtons submit={canMail ? texts.send : texts.makeLink} isBusy={inviting.isPending} cancel={close} />
        </Form>
      </Modal>
    </>
  );
}

/** Says that an e-mail is on its way, or shows the link where no e-mail is configured. */
export function showHandedOver({ email, link }: { email: string; link: string | null }): void {
  if (link === null) {
    showToast({ message: texts.sent(email) });
    return;
  }
  openDialog(
    texts.linkFor(email),
    <Stack>
      <Text size="sm">{texts.linkText}</Text>
      <CopyBlock text={link} label={texts.copyLink} />
      <Group>
        <Button onClick={modals.closeAll} variant="default" data-autofocus>
          {texts.copied}
        </Button>
        <ShareButton title={texts.linkFor(email)} url={link} />
      </Group>
    </Stack>,
  );
}
