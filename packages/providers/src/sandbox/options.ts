import type { SandboxMemory } from "./memory.ts";

/** A world without a network. */
export interface SandboxWorld {
  now: () => Date;
  /** Speed relative to real life. */
  speed: number;
  memory: SandboxMemory;
}
