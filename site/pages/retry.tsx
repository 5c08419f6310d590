import { RetryForm, retryWords } from "#site/capture/form/retry-form.tsx";
import { MessagePage } from "./message-page.tsx";

/** Goes back to who posted without script and has to try again; the server fills in its marks. */
export function Retry() {
  return (
    <MessagePage title={retryWords.title} text={retryWords.message}>
      <RetryForm />
    </MessagePage>
  );
}
