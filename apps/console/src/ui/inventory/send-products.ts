import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { leadToSignIn } from "../frame/lead-to-sign-in.ts";
import { readProblem } from "./send-feed.ts";

/** Uploads a file of product data. @throws Error with a sentence for people */
export async function sendProducts(retailerId: string, file: File): Promise<Ingest> {
  const headers = { "content-type": "application/octet-stream" };
  const answer = await fetch(`/api/shops/${retailerId}/product-data`, { method: "PUT", headers, body: file }).catch(
    () => {
      throw new Error(readProblem("").message);
    },
  );
  if (answer.ok) return answer.json();
  const problem = readProblem(await answer.text());
  if (problem.code === "Unauthorized") leadToSignIn();
  throw new Error(problem.message);
}
