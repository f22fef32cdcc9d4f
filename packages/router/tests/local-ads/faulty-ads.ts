import { isDeepStrictEqual } from "node:util";
import {
  type AdsArea,
  type AdsProvider,
  createSandboxProviders,
  noSuchCampaign,
  ProviderError,
} from "@highstreet/providers";

/** The fault of a call. */
export type Fault = "unanswered" | "lost" | "refused" | "forbidden" | "missing" | "setup" | "killed" | "killedAfter";

/** Stands for the end of the process. Code that catches it must not store anything. */
class Killed extends Error {}

export interface AdsCall {
  kind: "create" | "area" | "products" | "budget" | "pause";
  pence?: number;
  area?: AdsArea;
  leftOut?: string[];
}

/** The sandbox's ads service with planned faults and a record of all calls. */
export class FaultyAds implements AdsProvider {
  readonly #ads = createSandboxProviders().ads;
  /** One fault per call, in order. */
  faults: (Fault | null)[] = [];
  calls: AdsCall[] = [];
  /** Calls without an effect. Does not count setting the area of a new campaign, which may be an earlier one. */
  needless: AdsCall[] = [];
  /** The offers that each campaign leaves out. */
  readonly leftOut = new Map<string, string[]>();
  /** Called and awaited before each call takes effect. */
  onCall: (call: AdsCall) => unknown = () => undefined;

  async #call<T>(call: AdsCall, storeId: string, effect: () => Promise<T>): Promise<T> {
    const fault = this.faults.shift() ?? null;
    await this.onCall(call);
    this.calls.push(call);
    if (fault === "unanswered") throw new ProviderError("unavailable", "There was no answer.");
    if (fault === "refused") throw new ProviderError("refused", "The budget is too small.");
    if (fault === "forbidden") throw new ProviderError("no-access", "The caller does not have permission.");
    if (fault === "setup") throw new ProviderError("setup", "Project 123 has been suspended.");
    if (fault === "missing") throw noSuchCampaign();
    if (fault === "killed") throw new Killed();
    const state = async () => [await this.#ads.readCampaign(storeId), this.leftOut.get(storeId)];
    const before = await state();
    const isNew = this.calls.slice(-3, -1).some(({ kind }) => kind === "create");
    const result = await effect();
    const isSame = isDeepStrictEqual(before, await state());
    if (isSame && !(isNew && ["area", "products"].includes(call.kind))) this.needless.push(call);
    if (fault === "lost") throw new ProviderError("unavailable", "There was no answer.");
    if (fault === "killedAfter") throw new Killed();
    return result;
  }

  createCampaign: AdsProvider["createCampaign"] = (campaign) =>
    this.#call({ kind: "create" }, campaign.storeId, () => this.#ads.createCampaign(campaign));
  setBudget: AdsProvider["setBudget"] = (id, pence) =>
    this.#call({ kind: "budget", pence }, id, () => this.#ads.setBudget(id, pence));
  pause: AdsProvider["pause"] = (id) => this.#call({ kind: "pause" }, id, () => this.#ads.pause(id));
  setRadius: AdsProvider["setRadius"] = (id, area) =>
    this.#call({ kind: "area", area }, id, () => this.#ads.setRadius(id, area));
  leaveOut: AdsProvider["leaveOut"] = (id, leftOut) =>
    this.#call({ kind: "products", leftOut }, id, async () => {
      await this.#ads.leaveOut(id, leftOut);
      this.leftOut.set(id, leftOut);
    });
  readCampaign: AdsProvider["readCampaign"] = (id) => this.#ads.readCampaign(id);
  readOutcome: AdsProvider["readOutcome"] = (id, days) => this.#ads.readOutcome(id, days);

  /** The running budget of a store's campaign in pence a day; 0: it does not run. */
  async running(storeId: string): Promise<number> {
    const state = await this.#ads.readCampaign(storeId);
    return state?.status === "running" ? state.dailyBudget : 0;
  }
}
