/** contract §6, Failing endpoint. */
const CALLS = 10;
const OVER_MS = 60_000;

/** How an endpoint's last calls went. */
export class EndpointHealth {
  failures: number;
  failingSince: Date | null;
  #isFailing: boolean;

  constructor(lease: { failures: number; failingSince: Date | null }, isFailing: boolean) {
    this.failures = lease.failures;
    this.failingSince = lease.failingSince;
    this.#isFailing = isFailing;
  }

  /** The last ten calls failed, over at least a minute; until a 2xx. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  note(isGood: boolean, at: Date): void {
    if (isGood) {
      this.failures = 0;
      this.failingSince = null;
      this.#isFailing = false;
      return;
    }
    this.failures++;
    this.failingSince ??= at;
    if (this.failures >= CALLS && at.getTime() - this.failingSince.getTime() >= OVER_MS) this.#isFailing = true;
  }
}
