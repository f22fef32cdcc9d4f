"use client";

import { Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Notice } from "../frame/notice.tsx";
import { Wordmark } from "../frame/wordmark.tsx";
import { signIn } from "./session-client.ts";
import classes from "./sign-in.module.css";

/** Lets staff in, and on to `next`. */
export function SignIn({ next }: { next: string }) {
  const entering = useMutation({
    mutationFn: signIn,
    // A full load: what an earlier person saw is gone from memory.
    onSuccess: () => window.location.assign(next),
  });
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Wordmark />
        <Title order={1} size="h2" mt="xl">
          Sign in
        </Title>
        <Text c="dimmed" mt={4} mb="lg">
          See what your shops show, and where.
        </Text>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            entering.mutate({ email: String(fields.get("email")), password: String(fields.get("password")) });
          }}
        >
          <Stack>
            <TextInput name="email" type="email" label="E-mail" autoComplete="username" required size="md" autoFocus />
            <PasswordInput name="password" label="Password" autoComplete="current-password" required size="md" />
            {entering.error && <Notice tone="error">{entering.error.message}</Notice>}
            <Button type="submit" size="md" loading={entering.isPending || entering.isSuccess}>
              Sign in
            </Button>
          </Stack>
        </form>
        <Text size="sm" c="dimmed" mt="lg">
          No account, or the password is lost? Ask the owner of the shop.
        </Text>
      </div>
    </main>
  );
}
