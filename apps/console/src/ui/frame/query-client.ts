import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import type { ConsoleRouter } from "../../server/console-router.ts";
import { leadToSignIn } from "./lead-to-sign-in.ts";

// A click changes the page in the next frame. The default waits for a timer first.
notifyManager.setScheduler(queueMicrotask);

function isOurs(error: Error): error is TRPCClientError<ConsoleRouter> {
  return error instanceof TRPCClientError;
}

function onError(error: Error): void {
  if (isOurs(error) && error.data?.httpStatus === 401) leadToSignIn();
}

export function createQueryClient(): QueryClient {
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
