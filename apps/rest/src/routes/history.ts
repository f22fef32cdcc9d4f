import type { Route } from "./route.ts";

const history = "/retailers/:retailerId/history";

/** Contract §4: who changed what. */
export const historyRoutes: Route[] = [
  { method: "GET", path: history, procedure: "history.list", page: "body" },
  { method: "POST", path: `${history}/:entryId/revert`, procedure: "history.revert" },
];
