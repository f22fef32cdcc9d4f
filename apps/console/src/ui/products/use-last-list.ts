import { useSessionStorage } from "@mantine/hooks";

/** The query of the product list that the person saw last. The way back from a product leads there. */
export const useLastList = (retailerId: string) =>
  useSessionStorage({ key: `products ${retailerId}`, defaultValue: "" });
