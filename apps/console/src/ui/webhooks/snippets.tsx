"use client";

import { Code, Tabs } from "@mantine/core";
import type { Snippet } from "../../server/webhooks/read-snippets.ts";
import { CopyBlock } from "../frame/copy-block.tsx";
import { Panel } from "../frame/panel.tsx";

/** Code for receivers to verify our calls. */
export function Snippets({ snippets }: { snippets: Snippet[] }) {
  return (
    <Panel
      title="Check the signature"
      text={
        <>
          <Code>X-Webhook-Signature</Code> is the HMAC SHA-256 of the raw body with the secret, in hex. Check it before
          you use a call, and answer 400 if it is wrong. During a change of the secret, this code checks both headers.
        </>
      }
    >
      <Tabs defaultValue={snippets[0]?.language} keepMounted={false}>
        <Tabs.List mb="sm">
          {snippets.map(({ language }) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ language, file, text }) => (
          <Tabs.Panel key={language} value={language}>
            <CopyBlock text={text} label={`Copy ${file}`} isCode />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}
