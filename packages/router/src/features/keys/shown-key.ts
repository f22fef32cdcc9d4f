import type { Context } from "../../kernel/context.ts";

/** What is shown of a new key, this once. A dry run makes one that is gone again: it must not be taken for one that works. */
export function shownKey({ isDryRun }: Pick<Context, "isDryRun">, token: string): string {
  return isDryRun ? "none: a dry run makes no key" : token;
}
