import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the bell. */
export const texts = inLanguage("bell", {
  bell: (news: number) => (news ? `News, ${news} new` : "News"),
  title: "News of the last 14 days",
  none: "No problem began or ended.",
  over: "Over",
  new: "New",
});
