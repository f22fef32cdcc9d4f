import { partnerOf } from "../../server/partner-of.ts";
import { FleetFrame } from "../../ui/fleet/fleet-frame.tsx";

export default async function FleetLayout({ children }: LayoutProps<"/fleet">) {
  await partnerOf();
  return <FleetFrame>{children}</FleetFrame>;
}
