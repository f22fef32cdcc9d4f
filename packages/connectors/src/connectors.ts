import { catalogue } from "./catalogue.ts";
import type { Connector, OpenConnector } from "./connector.ts";
import { Http, type HttpOptions } from "./http.ts";
import { type CheckLimit, ConnectorError } from "./limits.ts";
import { shopify } from "./shopify/index.ts";
import { square } from "./square/index.ts";
import { woocommerce } from "./woocommerce/index.ts";

const connectors: readonly Connector[] = [shopify, square, woocommerce];

export interface OpenedConnector {
  open: OpenConnector;
  /** Running calls fail with the reason of an `AbortSignal`. */
  close(): Promise<void>;
}

/** Opens a connector in this process. @throws Error for an unknown connector, or a stored credential that it does not know */
export function openConnector(
  id: string,
  credential: unknown,
  options: Omit<HttpOptions, "name">,
): OpenedConnector & { check: CheckLimit } {
  const connector = connectors.find((one) => one.id === id);
  if (!connector) throw new Error(`there is no connector ${id}`);
  const http = new Http({ name: connector.label, ...options });
  return {
    open: connector.open(connector.credential.parse(credential), http),
    close: () => http.close(),
    check: http.check,
  };
}

export interface Finding {
  check: string;
  outcome: "good" | "wrong";
  what: string;
}

const SAMPLE = 20;

/** Checks a credential by calls that change nothing: its form, its rights, the locations and the first items. */
export async function examineConnector(
  id: string,
  credential: unknown,
  options: Parameters<typeof openConnector>[2],
): Promise<Finding[]> {
  const info = catalogue.find((one) => one.id === id);
  if (!info) {
    const what = `${id} is not known. These are: ${catalogue.map((one) => one.id).join(", ")}.`;
    return [{ check: "Connector", outcome: "wrong", what }];
  }
  const { error } = info.credential.safeParse(credential);
  if (error) {
    return error.issues.map(({ path, message }) => {
      return { check: "Credential", outcome: "wrong", what: `--${path.join(".")}: ${message}` };
    });
  }
  const { open, close } = openConnector(id, credential, options);
  const findings: Finding[] = [];
  const good = (check: string, what: string) => void findings.push({ check, outcome: "good", what });
  try {
    const locations = await open.locations();
    good("Credential", "accepted, with all rights");
    good("Locations", locations.map((place) => `${place.id} (${place.name})`).join(", ") || "none");
    const names: string[] = [];
    for await (const { barcode, title } of open.items(null)) if (names.push(`${barcode} ${title}`) === SAMPLE) break;
    good(
      "Items",
      names.length ? `the first are ${names.slice(0, 3).join("; ")}` : "none with a barcode or SKU and a price",
    );
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    findings.push({ check: findings.length ? "Items" : "Credential", outcome: "wrong", what: error.message });
  } finally {
    await close();
  }
  return findings;
}
