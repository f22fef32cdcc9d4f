/** Notices to one channel are no closer together than this. */
const PAUSE_MS = 10;

/**
 * Sends notices to whoever listens (listen.ts): after commits, never within them, for PostgreSQL lets transactions that notify
 * commit only one at a time. Nobody waits for one, and one that cannot be sent is left out: who listens looks now and then besides.
 */
export class Notices {
  readonly #send: (channel: string) => Promise<unknown>;
  /** By channel: until its timer ends the next notice waits; true: there is one. */
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
