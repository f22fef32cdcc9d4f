import type { Provider } from "./inventory.schema.ts";

/** The provider catalogue (contract §3). */
export const providers: readonly Provider[] = [
  { id: "csv-upload", label: "File upload", type: "generic", vendor: "Highstreet" },
  { id: "http-pull", label: "File fetched from a web address", type: "generic", vendor: "Highstreet" },
  { id: "api", label: "API", type: "generic", vendor: "Highstreet" },
];

/** @returns null for a source that was never connected */
export function providerOf(id: string | null): Provider | null {
  return providers.find((provider) => provider.id === id) ?? null;
}
