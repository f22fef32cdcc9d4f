export { type Quotas, readQuotas } from "./quotas.ts";
export { withinQuota, withinQuotaOf } from "./within-quota.ts";
