import { keys } from "./keys.ts";
import { retailers } from "./retailers.ts";
import type { Route } from "./route.ts";
import { stores } from "./stores.ts";

/** Every endpoint of the API. */
export const routes: readonly Route[] = [...keys, ...retailers, ...stores];
