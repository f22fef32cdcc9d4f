import type { Metadata } from "next";
import { readHelp } from "../../server/read-help.ts";
import { Wordmark } from "../../ui/frame/wordmark.tsx";
import classes from "../../ui/help/help.module.css";
import { texts } from "../../ui/help/texts.ts";

export const metadata: Metadata = { title: texts.title };

/** The help for all pages. It opens in a tab of its own, so that no page loses its state. */
export default async function HelpPage() {
  const html = await readHelp();
  return (
    <main className={classes.page}>
      <a href="/" className={classes.home}>
        <Wordmark />
      </a>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a file of the repository */}
      <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  );
}
