import { CREATES, UPDATES } from "./ads-messages.ts";
import { adsFault, invalid } from "./fault.ts";
import { faultyTree, removeBelow } from "./listing-groups.ts";
import { checkMask, checkMessage } from "./message.ts";
import type { Customer } from "./world.ts";

export interface Operation {
  create?: Record<string, unknown>;
  update?: Record<string, unknown>;
  updateMask?: string;
  remove?: string;
}

/** The smallest unit of a pound, in micros. */
const PENNY = 10_000n;
const MAX_MICROS = 1_000_000_000_000n;
const MAX_RADIUS_MILES = 500;

/** The changes of one request to a customer. The caller keeps the copy only if all changes succeed. */
export class Mutation {
  readonly #customer: Customer;
  readonly #id: string;
  readonly #version: string;
  /** The resources behind the negative ids of this request. */
  readonly #temporary = new Map<string, string>();

  constructor(customer: Customer, id: string, version: string) {
    this.#customer = customer;
    this.#id = id;
    this.#version = version;
  }

  /** @returns the resource's name */
  apply(collection: string, operation: Operation): string {
    const given = ["create", "update", "remove"].filter((kind) => operation[kind as keyof Operation] !== undefined);
    if (given.length !== 1) throw this.#fault("mutateError", "OPERATION_NOT_SUPPORTED", "One operation at a time.");
    if (operation.create) return this.#create(collection, operation.create);
    if (operation.update) return this.#update(collection, operation.update, operation.updateMask);
    return this.#remove(operation.remove ?? "");
  }

  #fault(kind: string, code: string, message: string) {
    return adsFault(this.#version, kind, code, message);
  }

  #all(collection: string): [string, Record<string, unknown>][] {
    const prefix = `customers/${this.#id}/${collection}/`;
    return [...this.#customer.resources].filter(([name]) => name.startsWith(prefix));
  }

  #resolve(name: unknown): string {
    const real = this.#temporary.get(String(name)) ?? String(name);
    if (!this.#customer.resources.has(real))
      throw this.#fault("mutateError", "RESOURCE_NOT_FOUND", `${name} is not there.`);
    return real;
  }

  #create(collection: string, fields: Record<string, unknown>): string {
    const message = CREATES[collection];
    if (!message) throw invalid(`${collection} cannot be made`);
    checkMessage(fields, message, "operations.create");
    const { resourceName, ...resource } = structuredClone(fields);
    for (const parent of ["campaignBudget", "campaign", "adGroup"]) {
      if (resource[parent] !== undefined) resource[parent] = this.#resolve(resource[parent]);
    }
    const group = resource.listingGroup as { parentAdGroupCriterion?: string } | undefined;
    if (group?.parentAdGroupCriterion) group.parentAdGroupCriterion = this.#resolve(group.parentAdGroupCriterion);
    this.#check(collection, resource);
    const parentId = String(resource.campaign ?? resource.adGroup ?? "")
      .split("/")
      .at(-1);
    const own = String(this.#customer.nextId++);
    const isCriterion = ["campaignCriteria", "adGroupAds", "adGroupCriteria"].includes(collection);
    const name = `customers/${this.#id}/${collection}/${isCriterion ? `${parentId}~${own}` : own}`;
    if (resourceName !== undefined) this.#keep(String(resourceName), name);
    this.#customer.resources.set(name, resource);
    return name;
  }

  #keep(temporary: string, name: string): void {
    const number = /[/~](-[0-9]+)$/.exec(temporary)?.[1];
    if (!number)
      throw this.#fault("mutateError", "ID_EXISTS_IN_MULTIPLE_MUTATES", "A new name must have a negative id.");
    if ([...this.#temporary.keys()].some((other) => /[/~](-[0-9]+)$/.exec(other)?.[1] === number)) {
      throw this.#fault("mutateError", "ID_EXISTS_IN_MULTIPLE_MUTATES", `${number} is used twice.`);
    }
    this.#temporary.set(temporary, name);
  }

  #check(collection: string, resource: Record<string, unknown>): void {
    if (collection === "campaignBudgets") this.#checkBudget(resource);
    if (collection === "campaigns") this.#checkCampaign(resource);
    if (resource.proximity)
      this.#checkProximity(resource.proximity as { radius: number; geoPoint?: object; address?: object });
  }

  #checkBudget({ amountMicros, name }: Record<string, unknown>): void {
    const micros = BigInt(String(amountMicros));
    if (micros < PENNY) throw this.#fault("campaignBudgetError", "BUDGET_BELOW_PER_DAY_MINIMUM", "Too little.");
    if (micros % PENNY !== 0n) {
      throw this.#fault("campaignBudgetError", "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT", "Not a whole number of pence.");
    }
    if (micros > MAX_MICROS) throw this.#fault("campaignBudgetError", "MONEY_AMOUNT_TOO_LARGE", "Too much.");
    if (name && this.#all("campaignBudgets").some(([, other]) => other.name === name)) {
      throw this.#fault("campaignBudgetError", "DUPLICATE_NAME", "A budget with this name already exists.");
    }
  }

  #checkCampaign(campaign: Record<string, unknown>): void {
    if (this.#all("campaigns").some(([, { name, status }]) => name === campaign.name && status !== "REMOVED")) {
      throw this.#fault("campaignError", "DUPLICATE_CAMPAIGN_NAME", "A campaign with this name already exists.");
    }
    if (campaign.advertisingChannelType === "SHOPPING" && !campaign.shoppingSetting) {
      throw this.#fault("fieldError", "REQUIRED", "A Shopping campaign needs shoppingSetting.");
    }
    if (!campaign.targetSpend) throw this.#fault("fieldError", "REQUIRED", "A campaign needs a bidding strategy.");
  }

  #checkProximity({ radius, geoPoint, address }: { radius: number; geoPoint?: object; address?: object }): void {
    if (radius <= 0 || radius > MAX_RADIUS_MILES) {
      throw this.#fault("criterionError", "INVALID_PROXIMITY_RADIUS", "The radius is out of range.");
    }
    if (!geoPoint && !address) throw this.#fault("criterionError", "INVALID_PROXIMITY_ADDRESS", "No centre.");
  }

  #update(collection: string, fields: Record<string, unknown>, updateMask: string | undefined): string {
    const message = UPDATES[collection];
    if (!message) throw invalid(`${collection} cannot be changed`);
    checkMessage(fields, message, "operations.update");
    const name = this.#resolve(fields.resourceName);
    const mask = checkMask(updateMask, Object.keys(message));
    const before = this.#customer.resources.get(name) ?? {};
    const changed = Object.fromEntries(mask.map((field) => [field, fields[field]]));
    if (collection === "campaignBudgets") this.#checkBudget({ amountMicros: before.amountMicros, ...changed });
    this.#customer.resources.set(name, { ...before, ...changed });
    return name;
  }

  #remove(name: string): string {
    const real = this.#resolve(name);
    this.#customer.resources.delete(real);
    removeBelow(this.#customer.resources, real);
    return name;
  }

  /** Checks what only all operations together can make right. */
  finish(): void {
    const fault = faultyTree(this.#customer.resources);
    if (fault) throw this.#fault(...fault, "The listing groups are not a complete tree.");
  }
}
