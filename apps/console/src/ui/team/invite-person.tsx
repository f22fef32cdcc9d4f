"use client";

import type { TeamOf } from "@highstreet/router/features/staff/team.schema.ts";
import { Button, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formErrors } from "../frame/field-errors.ts";
import { FormButtons } from "../frame/form-buttons.tsx";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { showHandedOver } from "./handed-over.tsx";
import { texts } from "./texts.ts";

const roles = ["manager", "viewer", "owner"] as const;

/** The button and the form of a new invitation. */
export function InvitePerson({ of, canMail }: { of: TeamOf; canMail: boolean }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [role, setRole] = useState<(typeof roles)[number]>("manager");
  const inviting = useMutation(
    trpc.staff.invite.mutationOptions({
      onSuccess: async (made) => {
        close();
        showHandedOver(made);
        await queries.invalidateQueries(trpc.staff.list.pathFilter());
      },
    }),
  );
  const errors = formErrors(inviting.error, ["/email"]);
  const start = () => {
    inviting.reset();
    open();
  };
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden="true" />} onClick={start}>
        {texts.invite}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.invite}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const email = String(new FormData(event.currentTarget).get("email")).trim();
            inviting.mutate({ ...of, email, ...(of.retailerId !== undefined && { role }) });
          }}
        >
          <Stack>
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
            {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
            <FormButtons submit={canMail ? texts.send : texts.makeLink} isBusy={inviting.isPending} cancel={close} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
