import { partnerCalls } from "../../server/load-shop.ts";
import { FleetFrame } from "../../ui/fleet/fleet-frame.tsx";
import { PartnerProvider } from "../../ui/shell/shop-context.tsx";

export default async function FleetLayout({ children }: LayoutProps<"/fleet">) {
  return (
    <PartnerProvider mayCall={await partnerCalls()}>
      <FleetFrame>{children}</FleetFrame>
    </PartnerProvider>
  );
}
