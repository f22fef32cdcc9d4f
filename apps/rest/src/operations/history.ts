import type { Chapter } from "./operation.ts";

const entries = "/retailers/:retailerId/history";

export const history: Chapter = {
  tag: "History",
  description: "The changes and their authors. Changes can be reverted.",
  operations: [
    {
      method: "GET",
      path: entries,
      procedure: "history.list",
      page: "body",
      summary: "List changes",
      description: "Each write, newest first: its author, the action, the values before and after.",
    },
    {
      method: "POST",
      path: `${entries}/:entryId/revert`,
      procedure: "history.revert",
      summary: "Revert a change",
      description: "Works for product edits and customizations that were not changed again since.",
      errors: ["ChangedSince", "IncompleteCustomData", "UnknownChannel", "ChannelNotEnabledForStore"],
    },
    {
      method: "POST",
      path: `${entries}/operations/:operationId/revert`,
      procedure: "operations.revert",
      runsOn: true,
      summary: "Revert an operation",
      description:
        "Takes back all product edits of one request, or none. With more than 1,000 products the answer is 202 and the revert goes on in the background. The revert is an operation, too, so it can be reverted.",
      errors: ["ChangedSince"],
    },
    {
      method: "GET",
      path: "/retailers/:retailerId/operations/:operationId",
      procedure: "operations.get",
      summary: "Read an operation",
      description: "The progress of a bulk edit, or of the revert of an operation.",
    },
  ],
};
