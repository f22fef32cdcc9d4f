import type { Metadata } from "next";
import release from "../../../../../package.json" with { type: "json" };
import { caller } from "../../server/caller.ts";
import { readHelp } from "../../server/read-docs.ts";
import classes from "../../ui/help/help.module.css";
import { Help } from "../../ui/help/help.tsx";
import { texts } from "../../ui/help/texts.ts";
import { Wordmark } from "../../ui/parts/wordmark.tsx";

export const generateMetadata = (): Metadata => ({ title: texts.title });

/** The help for all pages. It opens in a tab of its own, so that no page loses its state. */
export default async function HelpPage() {
  const [help, api] = await Promise.all([readHelp(), caller()]);
  const contacts = (await api?.staff.contacts()) ?? [];
  return (
    <main className={classes.page}>
      <a href="/" className={classes.home}>
        <Wordmark />
      </a>
      <Help {...help} contacts={contacts} />
      <footer className={classes.version}>{texts.version(release.version)}</footer>
    </main>
  );
}
