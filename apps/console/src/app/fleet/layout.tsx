import { partnerOf } from "../../server/caller.ts";
import { FleetFrame } from "../../ui/fleet/fleet-frame.tsx";

export default async function FleetLayout({ children }: LayoutProps<"/fleet">) {
  await partnerOf();
  return <FleetFrame>{children}</FleetFrame>;
}
