"use client";

import { Tabs } from "@mantine/core";
import type { Snippet } from "../../server/webhooks/read-snippets.ts";
import { CopyBlock } from "../frame/copy-block.tsx";
import { Panel } from "../frame/panel.tsx";
import { texts } from "./texts.ts";

const words = texts.snippets;

/** Code for receivers to verify our calls. */
export function Snippets({ snippets }: { snippets: Snippet[] }) {
  return (
    <Panel title={words.title} text={words.text}>
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
            <CopyBlock text={text} label={words.copy(file)} isCode />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}
