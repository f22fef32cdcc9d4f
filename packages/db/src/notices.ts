/** Minimum time between two notices to one channel. */
const PAUSE_MS = 10;

/**
 * Sends notices to listeners (listen.ts), after commits only, because PostgreSQL commits transactions with NOTIFY one at a time. No
 * caller waits for a notice. A failed notice is dropped, because listeners also search from time to time.
 */
export class Notices {
  readonly #send: (channel: string) => Promise<unknown>;
  /** The pause of each channel. `isAsked`: a notice waits for the end of the pause. */
  readonly #pauses = new Map<string, { timer: NodeJS.Timeout; isAsked: boolean }>();

  constructor(send: (channel: string) => Promise<unknown>) {
    this.#send = send;
  }

  notify(channel: string): void {
    const pause = this.#pauses.get(channel);
    if (pause) {
      pause.isAsked = true;
      return;
    }
    const timer = setTimeout(() => {
      const { isAsked } = this.#pauses.get(channel) ?? { isAsked: false };
      this.#pauses.delete(channel);
      if (isAsked) this.notify(channel);
    }, PAUSE_MS);
    timer.unref();
    this.#pauses.set(channel, { timer, isAsked: false });
    this.#send(channel).catch(() => undefined);
  }

  close(): void {
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }
}
