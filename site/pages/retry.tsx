import { RetryForm, retryWords } from "#site/capture/form/retry-form.tsx";
import { MessagePage } from "./message-page.tsx";

/** The answer to a form that was posted without script and has problems; the server replaces its marks. */
export function Retry() {
  return (
    <MessagePage title={retryWords.title} text={retryWords.message}>
      <RetryForm />
    </MessagePage>
  );
}
