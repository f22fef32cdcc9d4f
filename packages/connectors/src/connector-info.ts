import type { z } from "zod";

/** The facts about a kind of shop system that the API needs. They load no code of the connector. */
export interface ConnectorInfo<Credential = unknown> {
  /** Name on the wire. */
  id: string;
  label: string;
  /** What a person pastes: an object of texts. */
  credential: z.ZodObject & z.ZodType<Credential>;
  /** Members of the credential that are never shown again. */
  secretMembers: readonly string[];
}
