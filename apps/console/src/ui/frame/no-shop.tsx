"use client";

import { useMutation } from "@tanstack/react-query";
import { signOut } from "../sign-in/session-client.ts";
import { BusyButton } from "./busy-button.tsx";
import { NoticePage } from "./notice-page.tsx";
import { texts } from "./texts.ts";

/** The page for a signed-in user without a shop. */
export function NoShop() {
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => window.location.assign("/sign-in") });
  return (
    <NoticePage title={texts.noShop.title} text={texts.noShop.text}>
      <BusyButton variant="default" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
        {texts.signOut}
      </BusyButton>
    </NoticePage>
  );
}
