/** Long beside the pause between two runs, in which no quota is used; short enough to wait for. */
const RUN_MS = 60_000;

/** When a run that begins now begins nothing new any more: the next run goes on. */
export const runEnd = (now: Date): Date => new Date(now.getTime() + RUN_MS);
