import { RetryForm, retryWords } from "#site/capture/form/retry-form.tsx";
import { MessagePage } from "./message-page.tsx";

/**
 * The page that the server sends when a form that was posted without script has problems. The server replaces the marks
 * in the page.
 */
export function Retry() {
  return (
    <MessagePage title={retryWords.title} text={retryWords.message}>
      <RetryForm />
    </MessagePage>
  );
}
