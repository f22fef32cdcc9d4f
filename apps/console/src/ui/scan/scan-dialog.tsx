"use client";

import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Form } from "../parts/form.tsx";
import { openReader } from "./read-barcode.ts";
import classes from "./scan.module.css";
import { ScannedProduct } from "./scanned-product.tsx";
import { texts } from "./texts.ts";

const READ_MS = 150;

/** Reads a barcode with the camera, and shows its product. Without a camera the barcode is typed. */
export function ScanDialog({ close }: { close: () => void }) {
  const [code, setCode] = useState<string>();
  return (
    <Modal opened onClose={close} title={texts.title}>
      {code === undefined ? (
        <Scanner done={setCode} />
      ) : (
        <ScannedProduct key={code} code={code} scanNext={() => setCode(undefined)} />
      )}
    </Modal>
  );
}

function Scanner({ done }: { done: (code: string) => void }) {
  const { video, isRefused } = useCamera(done);
  const [typed, setTyped] = useState("");
  return (
    <Stack>
      {isRefused ? (
        <Text size="sm">{texts.refused}</Text>
      ) : (
        <>
          <video ref={video} className={classes.camera} muted playsInline />
          <Text size="sm">{texts.text}</Text>
        </>
      )}
      <Form
        submit={() => {
          if (typed.trim()) done(typed.trim());
        }}
      >
        <TextInput
          // The first for the dialog, the second for the way back from a product.
          data-autofocus
          autoFocus
          label={texts.type}
          maxLength={2_000}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{texts.find}</Button>
      </Form>
    </Stack>
  );
}

/** Shows the camera in a video, and calls `done` with the first barcode that it sees. */
function useCamera(done: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const found = useRef(done);
  found.current = done;
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isEnded = false;
    const release = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      if (isEnded || !video.current) return release();
      video.current.srcObject = stream;
      await video.current.play();
      const read = await openReader();
      const look = async (): Promise<void> => {
        if (isEnded || !video.current) return;
        const code = await read(video.current).catch(() => undefined);
        if (isEnded) return;
        if (code) found.current(code);
        else setTimeout(() => void look(), READ_MS);
      };
      await look();
    };
    start().catch(() => {
      // The camera can run while the reader does not load.
      release();
      if (!isEnded) setRefused(true);
    });
    return () => {
      isEnded = true;
      release();
    };
  }, []);
  return { video, isRefused };
}
