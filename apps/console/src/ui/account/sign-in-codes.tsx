"use client";

import { Button, Group, Modal, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Notice } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import badge from "../parts/state-badge.module.css";
import { showToast } from "../parts/toasts.tsx";
import { endSecondFactor, makeRecoveryCodes } from "../sign-in/session-client.ts";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes, SetUp } from "./set-up.tsx";
import { texts } from "./texts.ts";

const words = texts.codes;
const titles = { setUp: words.setUp, renew: words.renew, end: words.endTitle };

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
    showToast({ message: words.ended });
    close();
  };
  return (
    <Panel
      title={words.title}
      badge={
        <span className={badge.badge} data-tone={isOn ? "connected" : undefined}>
          {isOn ? words.on : words.off}
        </span>
      }
      text={words.text}
    >
      {isOn && recoveryCodes < 4 && <Notice tone="warning">{words.few}</Notice>}
      {isOn ? (
        <>
          <Text size="sm">{words.left(recoveryCodes)}</Text>
          <Group gap="sm">
            <Button variant="default" onClick={() => setOpen("renew")}>
              {words.renew}
            </Button>
            <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setOpen("end")}>
              {words.end}
            </Button>
          </Group>
        </>
      ) : (
        <div>
          <Button onClick={() => setOpen("setUp")}>{words.setUp}</Button>
        </div>
      )}
      <Modal
        opened={open !== undefined}
        onClose={close}
        title={open && titles[open]}
        closeOnClickOutside={false}
        closeOnEscape={open === "end"}
      >
        {open === "setUp" && <SetUp done={close} />}
        {open === "renew" && <NewRecoveryCodes done={close} />}
        {open === "end" && (
          <ProofForm hasCodes label={words.end} prove={endSecondFactor} proven={ended} cancel={close} />
        )}
      </Modal>
    </Panel>
  );
}

function NewRecoveryCodes({ done }: { done: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={done} />;
  return <ProofForm hasCodes label={texts.recovery.make} prove={makeRecoveryCodes} proven={setCodes} cancel={done} />;
}
