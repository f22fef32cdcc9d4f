"use client";

import { Button } from "@mantine/core";
import { useEffect } from "react";
import { NoticePage } from "../ui/frame/notice-page.tsx";
import { texts } from "../ui/frame/texts.ts";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <NoticePage title={texts.failed.title} text={texts.failed.text}>
      <Button onClick={() => retry()}>{texts.tryAgain}</Button>
    </NoticePage>
  );
}
