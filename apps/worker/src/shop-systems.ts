import { type OpenedConnector, openShop, type ShopOptions } from "@highstreet/connectors";
import type { Settings } from "@highstreet/router";

/**
 * Opens shop systems for pulls, each in a process of its own.
 * @param standIn origin of a fake of all shop systems, for tests and demos
 */
export class ShopSystems {
  readonly #options: ShopOptions;
  readonly #opened = new Set<OpenedConnector>();
  #isClosed = false;

  constructor({ allowLocalWebhooks }: Settings, standIn: string | undefined, limits: ShopOptions["limits"] = {}) {
    this.#options = { allowLocalWebhooks, standIn, limits };
  }

  readonly open = (connector: string, credential: unknown): OpenedConnector => {
    if (this.#isClosed) throw new Error("the worker ends");
    const opened = openShop(connector, credential, this.#options);
    this.#opened.add(opened);
    return {
      open: opened.open,
      close: async () => {
        this.#opened.delete(opened);
        await opened.close();
      },
    };
  };

  /** Ends running pulls. They do not count as failed, and the next worker repeats them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#opened].map((opened) => opened.close()));
  }
}
