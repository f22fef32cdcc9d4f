import { cleanDescription } from "@highstreet/feeds";
import { validationFailed } from "../../kernel/errors.ts";

/** A description with the tags that are allowed. @throws ValidationFailed at `pointer` if no text is left */
export function basicHtml(description: string, pointer: string, clean = cleanDescription): string {
  const html = clean(description);
  if (html) return html;
  const message = "has no text without the tags that are not allowed";
  throw validationFailed([{ pointer, code: "InvalidValue", message }]);
}
