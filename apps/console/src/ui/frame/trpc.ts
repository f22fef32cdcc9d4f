"use client";

import type { TRPCClientErrorLike } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { ConsoleRouter } from "../../server/console-router.ts";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<ConsoleRouter>();

/** The error of a call. `message` is for people. */
export type CallError = TRPCClientErrorLike<ConsoleRouter>;
