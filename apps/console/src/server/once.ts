const made = globalThis as unknown as { highstreetConsole?: Map<string, unknown> };

/**
 * One instance per process. Next bundles each route separately, so a variable of a module would exist once per route.
 */
export function once<T>(name: string, make: () => T): T {
  made.highstreetConsole ??= new Map();
  if (!made.highstreetConsole.has(name)) made.highstreetConsole.set(name, make());
  return made.highstreetConsole.get(name) as T;
}
