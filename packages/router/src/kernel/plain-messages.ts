import { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

/** What is limited, by what it is: characters of a text, entries of an array, a number itself. */
function limited(issue: RawIssue, word: "least" | "most", limit: unknown): string {
  if (issue.origin === "string") return `must have at ${word} ${limit} characters`;
  if (issue.origin === "array") return `must hold at ${word} ${limit}`;
  return `must be at ${word} ${limit}`;
}

function messageOf(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kinds[String(issue.expected)] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}`;
    case "too_big":
      return limited(issue, "most", issue.maximum);
    case "too_small":
      return limited(issue, "least", issue.minimum);
    default:
      return undefined;
  }
}

/** What schemas say where they have no message of their own: what the value must be, for whoever sent it. */
export function setPlainMessages(): void {
  z.config({ customError: messageOf });
}
