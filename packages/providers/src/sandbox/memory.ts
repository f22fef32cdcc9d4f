/**
 * The state of the sandbox's outside world: JSON values by name. Processes with the same memory see the same world. A write
 * replaces the earlier value.
 */
export interface SandboxMemory {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** All values with this prefix in their name. */
  list(prefix: string): Promise<{ key: string; value: unknown }[]>;
}

/** The memory of one process. */
export function createProcessMemory(): SandboxMemory {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => values.get(key),
    put: async (key, value) => {
      values.set(key, value);
    },
    delete: async (key) => {
      values.delete(key);
    },
    list: async (prefix) =>
      [...values].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => ({ key, value })),
  };
}
