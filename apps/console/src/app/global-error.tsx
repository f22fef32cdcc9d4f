"use client";

import { useEffect } from "react";
import { english } from "../ui/parts/texts.ts";

/** Shown if the frame of the pages failed, so without our styles and in English. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <html lang={english.locale}>
      <head>
        <title>{english.name}</title>
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <main>
          <h1>{english.failed.title}</h1>
          <p>{english.failed.bare}</p>
          <button type="button" onClick={() => retry()}>
            {english.tryAgain}
          </button>
        </main>
      </body>
    </html>
  );
}
