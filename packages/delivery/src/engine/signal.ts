/** Lets one loop wait for a notification. A notification outside of `wait` is not lost. */
export class Signal {
  #resolve: (() => void) | undefined;
  #isSet = false;

  notify(): void {
    this.#isSet = true;
    this.#resolve?.();
  }

  async wait(): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    }
    this.#isSet = false;
    this.#resolve = undefined;
  }
}
