import type { ImportPlan, Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { leadToSignIn } from "../frame/lead-to-sign-in.ts";
import { readProblem } from "../inventory/send-feed.ts";

interface SentEdits {
  retailerId: string;
  storeId: string | undefined;
  file: File;
}

async function send<T>({ retailerId, storeId, file }: SentEdits, selection?: string): Promise<T> {
  const asked = new URLSearchParams({ ...(storeId && { store: storeId }), ...(selection && { selection }) });
  const answer = await fetch(`/api/shops/${retailerId}/products/edits?${asked}`, {
    ...{ method: "PUT", body: file },
    headers: { "content-type": "application/octet-stream" },
  }).catch(() => {
    throw new Error(readProblem("").message);
  });
  if (answer.ok) return answer.json();
  const problem = readProblem(await answer.text());
  if (problem.code === "Unauthorized") leadToSignIn();
  throw new Error(problem.message);
}

/** Reads a file of edits, and changes nothing. @throws Error with a sentence for people */
export const planEdits = (edits: SentEdits): Promise<ImportPlan> => send(edits);

/** Makes the edits of a file as its plan counted them. @throws Error with a sentence for people */
export const importEdits = (edits: SentEdits & { selection: string }): Promise<Operation> =>
  send(edits, edits.selection);
