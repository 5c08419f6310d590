import { type FormEvent, type RefObject, useRef } from "react";
import { messages } from "#content/messages.ts";
import { HiddenFields } from "#site/capture/form/hidden-fields.tsx";
import { LeadFields } from "#site/capture/form/lead-fields.tsx";
import { SignUpNotice } from "#site/capture/form/sign-up-notice.tsx";
import { addContactUrl } from "#site/capture/form/submit-lead.ts";
import { isReady, useLeadForm } from "#site/capture/form/use-lead-form.ts";
import { useKeptDraft, useReopening } from "#site/capture/memory/use-kept-draft.ts";
import { Button } from "#site/ui/button.tsx";
import { Dialog } from "#site/ui/dialog.tsx";
import { Toasts } from "#site/ui/toasts.tsx";
import { leadPopupId } from "./lead-popup-id.ts";
import "./lead-popup.css";

type LeadPopupProps = {
  ref: RefObject<HTMLDialogElement | null>;
  onAccepted: () => void;
};

const { form: words, toasts, wordings } = messages;
const about = { surface: "popup", wording: wordings.current.notice } as const;

export function LeadPopup({ ref, onAccepted }: LeadPopupProps) {
  const { busy, problems, setProblem, send } = useLeadForm();
  const form = useRef<HTMLFormElement>(null);
  useKeptDraft(form, about.surface);
  useReopening(ref);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isReady(event)) return;
    const accepted = await send(event.currentTarget, {
      ...about,
      cta: ref.current?.dataset["cta"],
    });
    if (!accepted) return;
    form.current?.reset();
    onAccepted();
  }

  return (
    <Dialog id={leadPopupId} title={words.title} closeLabel={words.close} ref={ref}>
      <Toasts closeLabel={toasts.close} />
      <form
        className="lead-popup"
        method="post"
        action={addContactUrl}
        onSubmit={submit}
        ref={form}
      >
        <p className="lead-popup__intro">{words.intro}</p>
        <HiddenFields {...about} />
        <LeadFields idPrefix={leadPopupId} problems={problems} onProblem={setProblem} />
        <Button type="submit" aria-busy={busy}>
          {busy ? words.sending : words.submit}
        </Button>
        <SignUpNotice />
      </form>
    </Dialog>
  );
}
