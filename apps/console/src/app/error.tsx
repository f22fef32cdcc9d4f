"use client";

import { useEffect } from "react";
import action from "../ui/parts/action.module.css";
import { NoticePage } from "../ui/parts/notice-page.tsx";
import { texts } from "../ui/parts/texts.ts";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <NoticePage title={texts.failed.title} text={texts.failed.text}>
      <button type="button" className={action.action} data-first onClick={() => retry()}>
        {texts.tryAgain}
      </button>
    </NoticePage>
  );
}
