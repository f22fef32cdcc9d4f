import { type OpenedConnector, openConnector } from "@highstreet/connectors";
import type { Settings } from "@highstreet/router";

/** Opens shop systems for pulls. @param standIn origin of a fake of all shop systems, for tests and demos */
export class ShopSystems {
  readonly #options: Parameters<typeof openConnector>[2];
  readonly #opened = new Set<OpenedConnector>();

  constructor({ allowLocalWebhooks }: Settings, standIn: string | undefined) {
    this.#options = { allowLocalWebhooks, standIn };
  }

  readonly open = (connector: string, credential: unknown): OpenedConnector => {
    const opened = openConnector(connector, credential, this.#options);
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
    await Promise.all([...this.#opened].map((opened) => opened.close()));
  }
}
