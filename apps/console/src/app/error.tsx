"use client";

import { Button } from "@mantine/core";
import { useEffect } from "react";
import { NoticePage } from "../ui/frame/notice-page.tsx";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <NoticePage
      title="That did not work"
      text="Highstreet has a problem. Your shop's data is safe. Please try again in a moment."
    >
      <Button onClick={() => retry()}>Try again</Button>
    </NoticePage>
  );
}
