import type { OperationDocs } from "../operation-doc.ts";
import { channelOperations } from "./channels.ts";
import { customizationOperations } from "./customizations.ts";
import { eventOperations } from "./events.ts";
import { keyOperations } from "./keys.ts";
import { retailerOperations } from "./retailers.ts";
import { stockOperations } from "./stock.ts";

/** What the document says of every endpoint. */
export const operationDocs: OperationDocs = {
  ...retailerOperations,
  ...stockOperations,
  ...customizationOperations,
  ...channelOperations,
  ...eventOperations,
  ...keyOperations,
};
