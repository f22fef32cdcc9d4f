import { keys } from "./keys/keys.router.ts";
import { retailers } from "./retailers/retailers.router.ts";
import { staff } from "./staff/staff.router.ts";
import { stores } from "./stores/stores.router.ts";
import { createCallerFactory, router } from "./trpc.ts";

/** Every operation of Highstreet. The REST table, the console and the tests reach it by these names. */
export const appRouter = router({ keys, retailers, staff, stores });

export type AppRouter = typeof appRouter;

/** Calls procedures in this process. */
export const createCaller = createCallerFactory(appRouter);
