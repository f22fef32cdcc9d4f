"use client";

import type { Contact } from "@highstreet/router/features/staff/staff.schema.ts";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { speaksEnglish } from "../../languages/in-language.ts";
import type { HelpSection } from "../../server/read-docs.ts";
import { IconSearch } from "../parts/icons.tsx";
import classes from "./help.module.css";
import { texts } from "./texts.ts";

interface HelpProps {
  intro: string;
  sections: HelpSection[];
  contacts: Contact[];
}

const wordsOf = (html: string): string => html.replaceAll(/<[^<>]{0,200}>/g, "").toLowerCase();

/** The help with its contents. A search leaves the parts that have all of its words. */
export function Help({ intro, sections, contacts }: HelpProps) {
  const [typed, setTyped] = useState("");
  const words = typed.toLowerCase().split(" ");
  const found = sections.filter(({ html }) => words.every((word) => wordsOf(html).includes(word)));
  return (
    <div className={classes.text}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a file of the repository */}
      <div lang="en" dangerouslySetInnerHTML={{ __html: intro }} />
      {!speaksEnglish() && <p>{texts.language}</p>}
      {contacts.map(({ partner, contact }) => (
        <p key={partner} className={classes.contact}>
          <strong>{texts.contact(partner)}</strong> <bdi>{contact}</bdi>
        </p>
      ))}
      <TextInput
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
      />
      <nav aria-label={texts.contents}>
        <ul className={classes.contents} lang="en">
          {found.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {found.length === 0 && <p role="status">{texts.nothing}</p>}
      {found.map(({ id, html }) => (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a file of the repository
        <section key={id} lang="en" dangerouslySetInnerHTML={{ __html: html }} />
      ))}
    </div>
  );
}
