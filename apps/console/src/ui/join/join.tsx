"use client";

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BusyButton, Form, SubmitButton } from "../parts/form.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { acceptInvitation, readInvitation, SessionError, signOut } from "../sign-in/session-client.ts";
import { SignInSteps } from "../sign-in/sign-in-steps.tsx";
import { LinkCard, NewPasswordInput, useLinkToken } from "./link-card.tsx";
import { texts } from "./texts.ts";

/** Accepts an invitation: as a new person, or as the signed-in person of the invited address. */
export function Join() {
  const token = useLinkToken();
  const reading = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => readInvitation(token ?? ""),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const accepting = useMutation({
    mutationFn: (account?: { name: string; newPassword: string }) => acceptInvitation(token ?? "", account),
    onSuccess: ({ retailerId }) => window.location.assign(retailerId ? `/shops/${retailerId}` : "/fleet"),
  });
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => reading.refetch() });
  const { error: failure } = reading;
  if (token === "" || (failure instanceof SessionError && failure.code === "InvitationNotFound")) {
    return (
      <LinkCard title={texts.ended} text={texts.endedText}>
        <Button component="a" href="/sign-in" variant="default">
          {texts.toSignIn}
        </Button>
      </LinkCard>
    );
  }
  if (failure) {
    return (
      <LinkCard title={texts.join}>
        <LoadFailed message={failure.message} retry={() => void reading.refetch()} />
      </LinkCard>
    );
  }
  if (!reading.data) return <LinkCard title={texts.join} text={texts.checking} />;
  const { email, team, role, invitedBy, hasAccount, signedInAs } = reading.data;
  const error = accepting.error && <Notice tone="error">{accepting.error.message}</Notice>;
  const isBusy = accepting.isPending || accepting.isSuccess;
  return (
    <LinkCard title={texts.join} text={texts.invites(invitedBy, team, texts.roles[role])}>
      {!hasAccount && <NewAccountForm email={email} error={error} isBusy={isBusy} create={accepting.mutate} />}
      {hasAccount && signedInAs === email && (
        <Stack>
          {error}
          <BusyButton size="md" isBusy={isBusy} onClick={() => accepting.mutate(undefined)}>
            {texts.accept}
          </BusyButton>
        </Stack>
      )}
      {hasAccount && signedInAs === null && (
        <Stack>
          <Text size="sm">{texts.haveAccount}</Text>
          <SignInSteps email={email} entered={() => void reading.refetch()} />
        </Stack>
      )}
      {hasAccount && signedInAs !== null && signedInAs !== email && (
        <Stack>
          <Notice tone="warning">{texts.otherAccount(signedInAs)}</Notice>
          {leaving.error && <Notice tone="error">{leaving.error.message}</Notice>}
          <BusyButton variant="default" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
            {texts.signOut}
          </BusyButton>
        </Stack>
      )}
    </LinkCard>
  );
}

interface NewAccountFormProps {
  email: string;
  error: ReactNode;
  isBusy: boolean;
  create: (account: { name: string; newPassword: string }) => void;
}

function NewAccountForm({ email, error, isBusy, create }: NewAccountFormProps) {
  return (
    <Form
      submit={(fields) => {
        if (!isBusy) create({ name: String(fields.get("name")), newPassword: String(fields.get("password")) });
      }}
    >
      <TextInput label={texts.email} name="email" value={email} autoComplete="username" readOnly size="md" />
      <TextInput label={texts.name} name="name" autoComplete="name" maxLength={100} required size="md" autoFocus />
      <NewPasswordInput />
      {error}
      <SubmitButton isBusy={isBusy}>{texts.create}</SubmitButton>
    </Form>
  );
}
