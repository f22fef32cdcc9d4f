import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
import { StoreIds } from "../../core/stores/stores.schema.ts";
import { router } from "../../kernel/trpc.ts";
import { ChangeShelf, Shelf } from "./change-shelf.schema.ts";
import { changeShelf, getShelf } from "./change-shelf.ts";
import { deleteRule } from "./delete-rule.ts";
import { getRule, listRules } from "./list-rules.ts";
import { orderRules } from "./order-rules.ts";
import { CreateRule, GetRule, ListRules, OrderRules, Rule, UpdateRule } from "./rules.schema.ts";
import { createRule, updateRule } from "./save-rule.ts";

const read = procedure.meta({ access: "inventory:read", stores: "named" });
const write = procedure.meta({ access: "inventory:write", stores: "named" });

export const rules = router({
  list: query(read, ListRules, z.array(Rule), listRules),
  get: query(read, GetRule, Rule, getRule),
  create: mutation(write, CreateRule, Rule, createRule),
  update: mutation(write, UpdateRule, Rule, updateRule),
  delete: mutation(write, GetRule, z.void(), deleteRule),
  getShelf: query(read, StoreIds, Shelf, getShelf),
  changeShelf: mutation(write, ChangeShelf, Shelf, changeShelf),
  order: mutation(write, OrderRules, z.array(Rule), orderRules),
});
