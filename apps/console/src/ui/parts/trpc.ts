"use client";

import type { TRPCClientErrorLike } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ConsoleRouter } from "../../server/console-router.ts";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<ConsoleRouter>();

/** The error of a call. `message` is for people. */
export type CallError = TRPCClientErrorLike<ConsoleRouter>;

let isOver = false;

/** The session has ended, and the sign-in page opens. Drafts stay. */
export const isSessionOver = (): boolean => isOver;

/** Opens the sign-in page after the end of a session. Sign-in returns to the current page. */
export function leadToSignIn(): void {
  isOver = true;
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(here)}&ended=1`);
}
