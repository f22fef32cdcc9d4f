import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
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
  list: read
    .input(ListRules)
    .output(z.array(Rule))
    .query(({ ctx, input }) => listRules(ctx, input)),
  get: read
    .input(GetRule)
    .output(Rule)
    .query(({ ctx, input }) => getRule(ctx, input)),
  create: write
    .input(CreateRule)
    .output(Rule)
    .mutation(({ ctx, input }) => createRule(ctx, input)),
  update: write
    .input(UpdateRule)
    .output(Rule)
    .mutation(({ ctx, input }) => updateRule(ctx, input)),
  delete: write
    .input(GetRule)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteRule(ctx, input)),
  getShelf: read
    .input(StoreIds)
    .output(Shelf)
    .query(({ ctx, input }) => getShelf(ctx, input)),
  changeShelf: write
    .input(ChangeShelf)
    .output(Shelf)
    .mutation(({ ctx, input }) => changeShelf(ctx, input)),
  order: write
    .input(OrderRules)
    .output(z.array(Rule))
    .mutation(({ ctx, input }) => orderRules(ctx, input)),
});
