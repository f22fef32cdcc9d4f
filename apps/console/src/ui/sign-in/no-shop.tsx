"use client";

import { useMutation } from "@tanstack/react-query";
import { BusyButton } from "../parts/form.tsx";
import { NoticePage } from "../parts/notice-page.tsx";
import { texts } from "../parts/texts.ts";
import { signOut } from "./session-client.ts";

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
