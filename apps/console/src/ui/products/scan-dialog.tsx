"use client";

import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useOpenAfterMount } from "../frame/use-popup.ts";
import classes from "./products.module.css";
import { texts } from "./texts.ts";

interface ScanDialogProps {
  isOpen: boolean;
  close: () => void;
  find: (barcode: string) => void;
}

interface Detector {
  detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

const EACH_MS = 200;

/** Reads a barcode with the camera, where the browser can. Elsewhere the barcode is typed. */
export function ScanDialog({ isOpen, close, find }: ScanDialogProps) {
  const done = (barcode: string) => {
    close();
    find(barcode);
  };
  return (
    <Modal opened={useOpenAfterMount(isOpen)} onClose={close} title={texts.scan.title}>
      {isOpen && <Scanner done={done} />}
    </Modal>
  );
}

function Scanner({ done }: { done: (barcode: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const [typed, setTyped] = useState("");
  const found = useRef(done);
  found.current = done;
  useEffect(() => {
    const { BarcodeDetector } = window as { BarcodeDetector?: new () => Detector };
    if (!BarcodeDetector || !navigator.mediaDevices) {
      setProblem(texts.scan.unsupported);
      return undefined;
    }
    const detector = new BarcodeDetector();
    let stream: MediaStream | undefined;
    let isEnded = false;
    const release = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const look = async () => {
      if (isEnded || !video.current) return;
      const [first] = await detector.detect(video.current).catch(() => []);
      if (isEnded) return;
      if (first) found.current(first.rawValue);
      else setTimeout(() => void look(), EACH_MS);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isEnded || !video.current) return release();
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    start().catch(() => setProblem(texts.scan.refused));
    return () => {
      isEnded = true;
      release();
    };
  }, []);
  return (
    <Stack>
      {problem ? (
        <Text size="sm">{problem}</Text>
      ) : (
        <>
          <video ref={video} className={classes.camera} muted playsInline />
          <Text size="sm">{texts.scan.text}</Text>
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) done(typed);
        }}
      >
        <Stack>
          <TextInput
            data-autofocus
            label={texts.scan.type}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{texts.scan.find}</Button>
        </Stack>
      </form>
    </Stack>
  );
}
