import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Code of a receiver that verifies our calls, in one language. */
export interface Snippet {
  language: string;
  file: string;
  text: string;
}

const files = [
  ["Node", "verify-webhook.mjs"],
  ["Python", "verify_webhook.py"],
  ["PHP", "verify-webhook.php"],
  ["C#", "VerifyWebhook.cs"],
] as const;

/** Reads the files of the documents, which their tests run. Next runs in apps/console. */
export function readSnippets(): Promise<Snippet[]> {
  const folder = join(process.cwd(), "../../docs/snippets");
  const read = async (language: string, file: string) => ({
    language,
    file,
    text: (await readFile(join(folder, file), "utf8")).trimEnd(),
  });
  return Promise.all(files.map(([language, file]) => read(language, file)));
}
