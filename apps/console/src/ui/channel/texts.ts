import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";

export const texts = inLanguage("channel", {
  status: { connected: "Connected", pending: "Pending", failing: "Last call failed" } satisfies Record<
    ChannelRecord["status"] | "failing",
    string
  >,
  off: "Off",
  secret: {
    label: "Signing secret",
    hint: "Your system checks the signature with this secret. Copy it now: it is never shown again.",
    name: "secret",
    generate: "Make and copy a secret",
  },
});
