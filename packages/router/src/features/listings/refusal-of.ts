import { ProviderError } from "@highstreet/providers";

/** Why the provider did not take something. */
export interface ListingProblem {
  code: string;
  message: string;
}

/** The provider's refusal, which is an answer; null: it took it. @throws ProviderError of any other kind */
export async function refusalOf(call: Promise<void>): Promise<ListingProblem | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    return { code: error.reason ?? "refused", message: error.message };
  }
}
