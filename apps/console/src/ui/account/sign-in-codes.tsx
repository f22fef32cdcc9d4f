"use client";

import { Button, Group, Modal, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import badge from "../frame/state-badge.module.css";
import { endSecondFactor } from "../sign-in/session-client.ts";
import { NewRecoveryCodes } from "./new-recovery-codes.tsx";
import { ProofForm } from "./proof-form.tsx";
import { SetUp } from "./set-up.tsx";

const titles = { setUp: "Set up sign-in codes", renew: "New recovery codes", end: "Switch off sign-in codes" };

const left = (count: number) => (count === 1 ? "1 recovery code is" : `${count || "No"} recovery codes are`);

/** @param recoveryCodes number of codes left; null if sign-in needs no code */
export function SignInCodes({ recoveryCodes }: { recoveryCodes: number | null }) {
  const router = useRouter();
  const [open, setOpen] = useState<keyof typeof titles>();
  const isOn = recoveryCodes !== null;
  const close = () => {
    setOpen(undefined);
    router.refresh();
  };
  const ended = () => {
    notifications.show({ message: "Sign-in codes are off." });
    close();
  };
  return (
    <Panel
      title="Sign-in codes"
      badge={
        <span className={badge.badge} data-tone={isOn ? "connected" : undefined}>
          {isOn ? "On" : "Off"}
        </span>
      }
      text="Sign-in then needs your password and a code from an authenticator app on your phone. A stolen password alone does not open your account."
    >
      {isOn && recoveryCodes < 4 && (
        <Notice tone="warning">
          Make new recovery codes soon. If you lose your phone and have no recovery code, you cannot sign in.
        </Notice>
      )}
      {isOn ? (
        <>
          <Text size="sm">{left(recoveryCodes)} left. Each code signs you in once without the app.</Text>
          <Group gap="sm">
            <Button variant="default" onClick={() => setOpen("renew")}>
              New recovery codes
            </Button>
            <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setOpen("end")}>
              Switch off
            </Button>
          </Group>
        </>
      ) : (
        <div>
          <Button onClick={() => setOpen("setUp")}>Set up sign-in codes</Button>
        </div>
      )}
      <Modal opened={open !== undefined} onClose={close} title={open && titles[open]} closeOnClickOutside={false}>
        {open === "setUp" && <SetUp done={close} />}
        {open === "renew" && <NewRecoveryCodes done={close} />}
        {open === "end" && <ProofForm label="Switch off" prove={endSecondFactor} proven={ended} cancel={close} />}
      </Modal>
    </Panel>
  );
}
