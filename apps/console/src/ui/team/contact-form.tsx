"use client";

import { MAX_CONTACT } from "@highstreet/router/features/staff/staff.schema.ts";
import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BusyButton, Form } from "../parts/form.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { texts } from "./texts.ts";

/** How shops reach the partner. Their help shows it. */
export function ContactForm({ contact }: { contact: string | null }) {
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
