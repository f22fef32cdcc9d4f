import type { Metadata } from "next";
import { Inventory } from "../../../../../../ui/inventory/inventory.tsx";

export const metadata: Metadata = { title: "Inventory" };

export default function InventoryPage() {
  return <Inventory />;
}
