"use client";

import { useEffect } from "react";
import { texts } from "../ui/frame/texts.ts";

/** Shown if the frame of the pages failed, so without our styles. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <html lang={texts.locale}>
      <head>
        <title>{texts.name}</title>
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <main>
          <h1>{texts.failed.title}</h1>
          <p>{texts.failed.bare}</p>
          <button type="button" onClick={() => retry()}>
            {texts.tryAgain}
          </button>
        </main>
      </body>
    </html>
  );
}
