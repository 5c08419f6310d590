import { type FormEvent, type RefObject, useRef } from "react";
import { messages } from "#content/messages.ts";
import { Button } from "#site/ui/button.tsx";
import { Dialog } from "#site/ui/dialog.tsx";
import { Toasts } from "#site/ui/toasts.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { LeadFields } from "./lead-fields.tsx";
import { leadPopupId } from "./lead-popup-id.ts";
import { SignUpNotice } from "./sign-up-notice.tsx";
import { addContactUrl } from "./submit-lead.ts";
import { useKeptDraft, useReopening } from "./use-kept-draft.ts";
import { isReady, useLeadForm } from "./use-lead-form.ts";
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
