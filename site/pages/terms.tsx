import { terms } from "#content/terms.ts";
import { LegalPage } from "./legal-page.tsx";

export function Terms() {
  return <LegalPage text={terms} />;
}
