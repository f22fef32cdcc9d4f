export { holdRulesSql, planRulesSql, settleSql, type TestColumn } from "./rules.sql.ts";
export { settleItems, settleProducts, settleStaged } from "./settle-items.ts";
