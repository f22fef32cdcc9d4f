/** The maximum of each kind of record per partner. */
export interface Quotas {
  retailers: number;
  stores: number;
  /** API keys that are neither revoked nor expired. */
  keys: number;
  /** Stores with a connected inventory source. */
  sources: number;
  /** Roles of staff, over all retailers. */
  staff: number;
}

export type Quota = keyof Quotas;

const standard: Quotas = { retailers: 10_000, stores: 100_000, keys: 1_000, sources: 100_000, staff: 100_000 };

const variables: Record<Quota, string> = {
  retailers: "HIGHSTREET_MAX_RETAILERS",
  stores: "HIGHSTREET_MAX_STORES",
  keys: "HIGHSTREET_MAX_KEYS",
  sources: "HIGHSTREET_MAX_SOURCES",
  staff: "HIGHSTREET_MAX_STAFF",
};

/**
 * Reads the quotas from the environment.
 * @throws Error with one line if a quota is not a whole number over 0
 */
export function readQuotas(env: Record<string, string | undefined>): Quotas {
  const quotas = { ...standard };
  for (const [quota, variable] of Object.entries(variables) as [Quota, string][]) {
    const given = env[variable];
    if (!given) continue;
    quotas[quota] = Number(given);
    if (!Number.isSafeInteger(quotas[quota]) || quotas[quota] < 1) {
      throw new Error(`${variable} is "${given}": it must be a whole number over 0.`);
    }
  }
  return quotas;
}

/** The limit of one quota. */
export const limitOf = (quotas: Partial<Quotas> | undefined, quota: Quota): number =>
  quotas?.[quota] ?? standard[quota];
