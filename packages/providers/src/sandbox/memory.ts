/**
 * What the sandbox's outside world remembers, as JSON values by name. Processes that are to see the same world share one; a
 * value that is put twice counts once.
 */
export interface SandboxMemory {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** All values whose name begins so. */
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
