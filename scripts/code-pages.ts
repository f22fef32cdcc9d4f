import { type ErrorCode, statusOf, titleOf } from "@highstreet/router";
import { errorGuide } from "../apps/rest/src/openapi/error-guide.ts";
import { warningGuide } from "../apps/rest/src/openapi/warning-guide.ts";

const part = (code: string, meaning: string, remedy: string): string =>
  `### \`${code}\`\n\n${meaning}\n\n**What to do:** ${remedy}`;

function errorsPage(): string {
  const codes = Object.keys(statusOf) as ErrorCode[];
  const parts = [...Map.groupBy(codes, (code) => statusOf[code])].map(([status, ofStatus]) => {
    const each = ofStatus.map((code) =>
      part(code, `*${titleOf(code)}.* ${errorGuide[code].meaning}`, errorGuide[code].remedy),
    );
    return `## Status ${status}\n\n${each.join("\n\n")}`;
  });
  return `# Errors

Every code of a failed call, and what to do. The answer is \`application/problem+json\` (RFC 9457). \`code\` is the kind of error, \`detail\`
explains it for your call, \`type\` is the address of its part of this page, and \`requestId\` identifies the call in questions to us.

${parts.join("\n\n")}
`;
}

const holders: Record<string, string> = {
  source: "Of an inventory source",
  connection: "Of a connection to a shop system",
  search: "Of the search channel",
  local_ads: "Of the local ads channel",
  webhooks: "Of the webhooks channel",
  "each channel": "Of each channel",
};

function warningsPage(): string {
  const all = Map.groupBy(Object.entries(warningGuide), ([, { of }]) => of);
  const parts = [...all].map(([of, ofHolder]) => {
    const each = ofHolder.map(([id, { meaning, remedy }]) => part(id, meaning, remedy));
    return `## ${holders[of]}\n\n${each.join("\n\n")}`;
  });
  return `# Warnings

Every warning of a source, a connection and a channel, and what to do. \`warnings\` of the record lists them as \`{id, message}\`: \`id\` is
for programs, \`message\` for people. Each change of them is an \`inventory_source.update\` or a \`channel.update\`. Only
\`WebhookReceiverDown\`, \`WebhookDeliveriesFailed\` and \`StorePaused\` send no event, and a connection sends none.

${parts.join("\n\n")}
`;
}

/** The pages of docs that are made of the tables of codes, by file. */
export const codePages: Record<string, () => string> = { "errors.md": errorsPage, "warnings.md": warningsPage };
