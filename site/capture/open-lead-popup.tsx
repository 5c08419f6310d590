import { Button } from "#site/ui/button.tsx";

export const leadPopupId = "lead-popup";

/** Opens the lead popup natively: no script has to be there. */
export function OpenLeadPopup({ label, from }: { label: string; from: string }) {
  return (
    <Button command="show-modal" commandfor={leadPopupId} data-cta={from}>
      {label}
    </Button>
  );
}
