import { catalogue } from "./catalogue.ts";
import { ConnectorError } from "./connector-error.ts";
import { openConnector } from "./connectors.ts";

/** The result of one check. */
export interface Finding {
  /** Name of the check. */
  check: string;
  outcome: "good" | "wrong";
  /** The state, or the problem with its remedy. */
  what: string;
}

/** Items that the last check reads. */
const SAMPLE = 20;

/**
 * Checks a credential with calls that change nothing: its form, its rights, the locations, and the first items.
 */
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
