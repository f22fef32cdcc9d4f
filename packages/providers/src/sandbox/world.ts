export interface SandboxWorld {
  now: () => Date;
  speed: number;
  memory: SandboxMemory;
}

/** JSON values by name. Processes with the same memory see the same world. */
export interface SandboxMemory {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  list(prefix: string): Promise<{ key: string; value: unknown }[]>;
}

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
