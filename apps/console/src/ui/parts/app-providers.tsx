"use client";

import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { MutationCache, notifyManager, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { setNonce } from "get-nonce";
import { type ReactNode, useState } from "react";
import type { ConsoleRouter } from "../../server/console-router.ts";
import { MAX_BATCH } from "../../server/max-batch.ts";
import { problemWords } from "../server-words/server-words.ts";
import { texts } from "./texts.ts";
import { cssVariables, theme } from "./theme.ts";
import { Toasts } from "./toasts.tsx";
import { leadToSignIn, TRPCProvider } from "./trpc.ts";

// A click changes the page in the next frame. The default waits for a timer first.
notifyManager.setScheduler(queueMicrotask);

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

/** Puts the messages of refused calls into words of the console. */
const inWords: TRPCLink<ConsoleRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        error: (error) => {
          const { domain } = error.data ?? {};
          if (domain) error.message = problemWords({ ...domain, message: error.message });
          observer.error(error);
        },
      }),
    );

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
        inWords,
        splitLink({
          condition: ({ type }) => type === "subscription",
          true: httpSubscriptionLink({ url: "/api/trpc" }),
          false: httpBatchLink({
            url: "/api/trpc",
            maxURLLength: 4_000,
            maxItems: MAX_BATCH,
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
          <ModalsProvider>{children}</ModalsProvider>
          <Toasts />
        </TRPCProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function isOurs(error: Error): error is TRPCClientError<ConsoleRouter> {
  return error instanceof TRPCClientError;
}

function onError(error: Error): void {
  if (isOurs(error) && error.data?.httpStatus === 401) leadToSignIn();
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a connection a call fails at once. The default would pause the call silently until the connection is back.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        staleTime: 5_000,
        // A refused call would be refused again. A call that did not reach the server can succeed.
        retry: (failures, error) => failures < 2 && isOurs(error) && (error.data?.httpStatus ?? 503) >= 500,
      },
    },
  });
}
