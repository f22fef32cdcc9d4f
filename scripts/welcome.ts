import { existsSync, readFileSync } from "node:fs";

type Demo = {
  retailerId: string;
  storeIds: string[];
  apiKey: string;
  email: string;
  /** The password of all staff of the demo shop. */
  password: string;
  barcode: string;
};

/** The last output of start: all addresses and, for a new demo shop, the sign-in data. */
export function welcome(restUrl: string, consoleUrl: string, demoFile: string | undefined): string {
  const places = `
  Console   ${consoleUrl}
  REST API  ${restUrl}/v1`;
  if (!demoFile || !existsSync(demoFile)) {
    return `${places}

  npm start has not created a demo shop here. To create partners, staff and keys: npm run admin -- --help
  Ctrl-C ends everything.
`;
  }
  const demo: Demo = JSON.parse(readFileSync(demoFile, "utf8"));
  const retailer = `${restUrl}/v1/retailers/${demo.retailerId}`;
  const key = `-H 'Authorization: Bearer ${demo.apiKey}'`;
  const json = `${key} -H 'Content-Type: application/json'`;
  const line = JSON.stringify([{ barcode: demo.barcode, price: 2.55, quantity: 3 }]);
  return `${places}

  Sign in   ${demo.email}  ${demo.password}
            (or as partner@demo.example, manager@demo.example, viewer@demo.example)
  API key   ${demo.apiKey}

  The shop and its stores:
    curl ${key} ${retailer}
  Hide a product:
    curl -X PATCH ${json} -d '{"hidden":true}' ${retailer}/inventory/${demo.barcode}
  Send stock:
    curl -X PATCH ${json} -d '${line}' ${retailer}/stores/${demo.storeIds[0]}/inventory/stock

  Ctrl-C ends everything.
`;
}
