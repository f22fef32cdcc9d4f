"use client";

import { useEffect } from "react";

/** Shown if the frame of the pages failed, so without our styles. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <html lang="en-GB">
      <head>
        <title>Highstreet</title>
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <main>
          <h1>That did not work</h1>
          <p>Highstreet has a problem. Please try again in a moment.</p>
          <button type="button" onClick={() => retry()}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
