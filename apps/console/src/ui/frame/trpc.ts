"use client";

import type { TRPCClientErrorLike } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ConsoleRouter } from "../../server/console-router.ts";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<ConsoleRouter>();

/** What a call failed with; `message` is made for people. */
export type CallError = TRPCClientErrorLike<ConsoleRouter>;
