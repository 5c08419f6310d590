import { privacy } from "#content/privacy.ts";
import { LegalPage } from "./legal-page.tsx";

export function Privacy() {
  return <LegalPage text={privacy} />;
}
