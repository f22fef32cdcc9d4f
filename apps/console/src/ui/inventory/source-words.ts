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
      return { label: "Connected", text: "Stock arrives." };
    case "pending":
      return provider
        ? {
            label: "Waiting for stock",
            text: "Everything is set up. The first applied file connects the source.",
          }
        : {
            label: "Not set up",
            text: "There is no stock yet. Upload a file below, or set up automatic stock.",
          };
    case "disconnected":
      return {
        label: "No stock arrives",
        text: `Nothing has arrived${since}, so this store counts as disconnected. Its products keep their stock. The next good file connects the store again.`,
      };
    case "invalid":
      return {
        label: "The last file could not be used",
        text: "The products keep their stock. Send a correct file.",
      };
  }
}
