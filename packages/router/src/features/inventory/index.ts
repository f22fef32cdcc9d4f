export { auditDigests } from "./audit-digests.ts";
export { disconnectSilentSources } from "./disconnect-silent-sources.ts";
export { expireUnseen } from "./expire-unseen.ts";
export { changeSource, sourceWarnings } from "./internal/change-source.ts";
export { pageIngests } from "./internal/ingests.ts";
export { selectProducts } from "./internal/match-products.ts";
export { Rejections, recordIngest, superseded } from "./internal/record-ingest.ts";
export { inventory } from "./inventory.router.ts";
export { putStock } from "./put-stock.ts";
