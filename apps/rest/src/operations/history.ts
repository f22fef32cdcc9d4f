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
  ],
};
