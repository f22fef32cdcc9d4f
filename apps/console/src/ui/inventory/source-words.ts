import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { moment } from "../frame/formats.ts";
import { texts } from "./texts.ts";

const words = texts.source;

interface Words {
  label: string;
  text: string;
}

/** The state of a source in words. */
export function sourceWords({ status, provider, lastHeardAt }: SourceRecord, timeZone: string): Words {
  switch (status) {
    case "connected":
      return { label: words.connected, text: words.connectedText };
    case "pending":
      return provider ? { label: words.waiting, text: words.waitingText } : { label: words.none, text: words.noneText };
    case "disconnected":
      return {
        label: words.silent,
        text: words.silentText(lastHeardAt === null ? null : moment(lastHeardAt, timeZone)),
      };
    case "invalid":
      return { label: words.failing, text: words.failingText };
  }
}
