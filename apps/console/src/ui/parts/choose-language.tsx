import { NativeSelect } from "@mantine/core";
import { LANGUAGE_COOKIE, languages } from "../../languages/languages.ts";
import { texts } from "./texts.ts";

const YEAR_S = 365 * 86_400;
const choices = Object.entries(languages).map(([value, { name }]) => ({ value, label: name }));

/** The page loads again in the chosen language. */
function choose(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way needs HTTPS, which a small shop's console may lack.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
  window.location.reload();
}

export function ChooseLanguage() {
  return (
    <NativeSelect
      label={texts.language}
      data={choices}
      value={texts.locale.slice(0, 2)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      maw={420}
      mt="lg"
    />
  );
}
