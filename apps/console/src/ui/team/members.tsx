"use client";

import type { Team, TeamOf } from "@highstreet/router/features/staff/staff.schema.ts";
import { ActionIcon, Menu, NativeSelect } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { openQuestion } from "../parts/dialogs.tsx";
import { day } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconBuildingStore, IconDots, IconKey, IconUserMinus } from "../parts/icons.tsx";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import badge from "../parts/state-badge.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useTimeZone } from "../shell/shop-context.tsx";
import { ChangeStores } from "./choose-stores.tsx";
import { StoreNames, showHandedOver } from "./invitations.tsx";
import own from "./team.module.css";
import { texts } from "./texts.ts";

type Member = Team["members"][number];

const roles = ["owner", "manager", "viewer"] as const;

export function Members({ of, team }: { of: TeamOf; team: Team }) {
  if (team.members.length === 0) return <Hint>{texts.noMember}</Hint>;
  return (
    <RecordTable label={texts.people} columns={[texts.name, texts.role, texts.since, { unseen: texts.actionsHead }]}>
      {team.members.map((member) => (
        <MemberRow key={member.userId} of={of} member={member} canMail={team.canMail} />
      ))}
    </RecordTable>
  );
}

function MemberRow({ of, member, canMail }: { of: TeamOf; member: Member; canMail: boolean }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const { userId, name, email, role, stores, since, hasSecondFactor, isYou } = member;
  const refresh = () => queries.invalidateQueries(trpc.staff.list.pathFilter());
  const onError = ({ message }: { message: string }) => showToast({ isError: true, message });
  const [isChoosing, choosing] = useDisclosure(false);
  const changing = useMutation(
    trpc.staff.changeRole.mutationOptions({
      onSuccess: (_, { role: given, stores: chosen }) => {
        choosing.close();
        const words = texts.changed(name, texts.roles[given]);
        showToast({ message: chosen === undefined ? words : texts.storesSaved(name) });
      },
      onError,
      onSettled: refresh,
    }),
  );
  const removing = useMutation(
    trpc.staff.remove.mutationOptions({
      onSuccess: () => showToast({ message: texts.removed(name) }),
      onError,
      onSettled: refresh,
    }),
  );
  const linking = useMutation(trpc.staff.makeResetLink.mutationOptions({ onSuccess: showHandedOver, onError }));
  const askToRemove = () =>
    openQuestion({
      title: texts.removeTitle(name),
      text: texts.removeText,
      confirm: texts.remove,
      isRemoval: true,
      onConfirm: () => removing.mutate({ ...of, userId }),
    });
  const shown = changing.isPending ? changing.variables.role : role;
  const { retailerId } = of;
  return (
    <tr role="row" className={`${classes.row} ${own.middle}`}>
      <th role="rowheader" scope="row" className={own.person}>
        <span className={own.name}>
          {name} {isYou && <span className={badge.badge}>{texts.you}</span>}
        </span>
        <span className={own.email}>{email}</span>
        {hasSecondFactor && <span className={own.note}>{texts.codes}</span>}
      </th>
      <td role="cell" data-label={texts.role} className={own.wide}>
        {retailerId === undefined ? (
          texts.roles[role]
        ) : (
          <NativeSelect
            aria-label={texts.roleOf(name)}
            value={shown}
            maw={150}
            data={roles.map((value) => ({ value, label: texts.roles[value] }))}
            onChange={(event) => {
              const chosen = roles.find((one) => one === event.currentTarget.value);
              if (chosen) changing.mutate({ retailerId, userId, role: chosen });
            }}
          />
        )}
        <StoreNames stores={stores} />
      </td>
      <td role="cell" data-label={texts.since} className={own.wide}>
        {day(since, timeZone)}
      </td>
      <td role="cell" className={own.actions}>
        <Menu position="bottom-end" width={270} shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={44} aria-label={texts.actions(name)}>
              <IconDots size={20} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {retailerId !== undefined && role !== "owner" && (
              <Menu.Item leftSection={<IconBuildingStore size={16} aria-hidden="true" />} onClick={choosing.open}>
                {texts.changeStores}
              </Menu.Item>
            )}
            {!isYou && (
              <Menu.Item
                leftSection={<IconKey size={16} aria-hidden="true" />}
                disabled={linking.isPending}
                onClick={() => linking.mutate({ ...of, userId })}
              >
                {canMail ? texts.newPassword : texts.showPassword}
              </Menu.Item>
            )}
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconUserMinus size={16} aria-hidden="true" />}
              onClick={askToRemove}
            >
              {texts.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {isChoosing && retailerId !== undefined && role !== "partner" && (
          <ChangeStores
            name={name}
            stores={stores}
            isBusy={changing.isPending}
            save={(chosen) =>
              changing.mutate({ retailerId, userId, role, stores: chosen === null ? null : chosen.map(({ id }) => id) })
            }
            close={choosing.close}
          />
        )}
      </td>
    </tr>
  );
}
