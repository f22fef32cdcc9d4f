import { pageTitle } from "../../../server/page-title.ts";
import { Home } from "../../../ui/home/home.tsx";

export const generateMetadata = pageTitle("Home");

export default function HomePage() {
  return <Home />;
}
