import type { SandboxMemory } from "./memory.ts";

/** A world without a network. */
export interface SandboxWorld {
  now: () => Date;
  /** How many times faster than real life. */
  speed: number;
  memory: SandboxMemory;
}
