import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { moment } from "../frame/formats.ts";

interface Words {
  label: string;
  text: string;
}

/** The state of a source in words. */
export function sourceWords({ status, provider, lastHeardAt }: SourceRecord, timeZone: string): Words {
  const since = lastHeardAt === null ? "" : ` since ${moment(lastHeardAt, timeZone)}`;
  switch (status) {
    case "connected":
      return { label: "Connected", text: "Stock is coming in." };
    case "pending":
      return provider
        ? {
            label: "Waiting for stock",
            text: "All is set up. It is connected as soon as a file was applied.",
          }
        : {
            label: "Not set up",
            text: "No stock has come in yet. Upload a file below, or set up how stock comes in by itself.",
          };
    case "disconnected":
      return {
        label: "No stock is coming in",
        text: `Nothing has come in${since}, so this store counts as disconnected. Its products keep the stock that they had; the next good file connects it again.`,
      };
    case "invalid":
      return {
        label: "The last file could not be used",
        text: "The products keep the stock that they had. Send a file that is right.",
      };
  }
}
