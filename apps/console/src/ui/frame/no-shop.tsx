"use client";

import { useMutation } from "@tanstack/react-query";
import { signOut } from "../sign-in/session-client.ts";
import { BusyButton } from "./busy-button.tsx";
import { NoticePage } from "./notice-page.tsx";

/** The page for a signed-in user without a shop. */
export function NoShop({ title, text }: { title: string; text: string }) {
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => window.location.assign("/sign-in") });
  return (
    <NoticePage title={title} text={text}>
      <BusyButton variant="default" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
        Sign out
      </BusyButton>
    </NoticePage>
  );
}
