import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("a description is read without its tags, and a sign that is no tag stays", () => {
  expect(plainText("<p>Big &amp; <b>red</b>.</p><ul><li>One</li><li>Two</li></ul>")).toBe("Big & red.\nOne\nTwo");
  expect(plainText("3 < 4, 5 > 4 &lt;b&gt;<br>Next")).toBe("3 < 4, 5 > 4 <b>\nNext");
});
