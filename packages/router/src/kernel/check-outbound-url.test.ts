import { expect, it } from "vitest";
import { checkOutboundUrl } from "./check-outbound-url.ts";
import { OutboundUrl } from "./web-url.schema.ts";

it.each([
  "https://user@shop.example/",
  "https://:word@shop.example/",
  "http://",
  "https://",
  "shop.example",
  "https://a:99999/",
])("the schema refuses %s", (url) => expect(OutboundUrl.safeParse(url).success).toBe(false));

it("a forbidden URL is a field error with its pointer", async () => {
  const check = (url: string) => checkOutboundUrl(url, "/parameters/url", { allowLocalWebhooks: false });
  await expect(check("https://10.0.0.1/")).rejects.toMatchObject({
    code: "ValidationFailed",
    members: {
      errors: [
        {
          pointer: "/parameters/url",
          code: "InvalidValue",
          message:
            "leads to a private, loopback, link-local or reserved address; it must lead to one that the public internet reaches",
        },
      ],
    },
  });
  await expect(check("https://8.8.8.8/")).resolves.toBeUndefined();
});
