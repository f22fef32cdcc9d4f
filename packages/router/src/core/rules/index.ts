export { readPeriods, startOf } from "./periods.ts";
export { holdRulesSql, planRulesSql, planShelfSql, settleSql, type TestColumn } from "./rules.sql.ts";
export { settleItems, settleProducts, settleStaged } from "./settle-items.ts";
