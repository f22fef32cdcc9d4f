"use client";

import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { setNonce } from "get-nonce";
import { type ReactNode, useState } from "react";
import type { ConsoleRouter } from "../../server/console-router.ts";
import { Messages } from "./messages.tsx";
import { MOST_IN_BATCH } from "./most-in-batch.ts";
import { createQueryClient } from "./query-client.ts";
import { texts } from "./texts.ts";
import { cssVariables, theme } from "./theme.ts";
import { TRPCProvider } from "./trpc.ts";

/** `fetch` with a clear message if the server is unreachable, or if a proxy answers in its place. */
async function fetchForPeople(...request: Parameters<typeof fetch>): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(...request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(texts.unreachable, { cause: error });
  }
  if (answer.headers.get("content-type")?.startsWith("application/json")) return answer;
  throw new Error(texts.noAnswer(answer.status));
}

/** The providers around all pages. */
export function AppProviders({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  // The nonce of the first page stays valid until the next full load, also after navigation.
  const [pinned] = useState(() => {
    if (nonce) setNonce(nonce);
    return nonce;
  });
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(() =>
    createTRPCClient<ConsoleRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === "subscription",
          true: httpSubscriptionLink({ url: "/api/trpc" }),
          false: httpBatchLink({
            url: "/api/trpc",
            maxURLLength: 4_000,
            maxItems: MOST_IN_BATCH,
            fetch: fetchForPeople,
          }),
        }),
      ],
    }),
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={pinned ? () => pinned : undefined}
    >
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
          {children}
          <Messages />
        </TRPCProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
