import * as Dialog from "@radix-ui/react-dialog";
import { createClient } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { LeadFields } from "../../../../site/capture/form/lead-fields.tsx";
import { SignUpNotice } from "../../../../site/capture/form/wordings.tsx";
import { NextSteps } from "../../../../site/capture/popup/next-steps.tsx";
import { Button } from "#site/ui/button.tsx";
import "../../../../site/capture/form/lead-form.css";
import "../../../../site/capture/popup/lead-popup.css";
import "../../../../site/ui/dialog/dialog.css";
import "./lead-dialog.css";

const { form: words, success, toasts } = messages;
const supabase = createClient(location.origin, links.publicKey);

export function LeadDialog({ open, onOpenChange }) {
  const signUp = useMutation({
    mutationFn: (lead) => supabase.functions.invoke("add-contact-active-campaign", { body: lead }),
    onError: () => toast.error(toasts.sendFailed.title, { description: toasts.sendFailed.text }),
  });

  function submit(event) {
    event.preventDefault();
    signUp.mutate(Object.fromEntries(new FormData(event.currentTarget)));
  }

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="lead-dialog__overlay" />
        <Dialog.Content className="lead-dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog__title">
            {signUp.isSuccess ? success.title : words.title}
          </Dialog.Title>
          {signUp.isSuccess ? (
            <NextSteps />
          ) : (
            <form className="lead-form lead-popup" onSubmit={submit}>
              <p className="lead-popup__intro">{words.intro}</p>
              <LeadFields idPrefix="lead" problems={{}} />
              <Button type="submit" aria-busy={signUp.isPending}>
                {signUp.isPending ? words.sending : words.submit}
              </Button>
              <SignUpNotice />
            </form>
          )}
          <Dialog.Close>{words.close}</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
