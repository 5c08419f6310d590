/** Without an answer for this long the connection may be lost, so the form may be sent again. */
const mayRepeatAfterMs = 10_000;

/**
 * While the browser itself is sending a form, further presses send nothing: with a slow answer each of them would become
 * a sign-up of its own. React prevents the browser's sending, and sees to its own presses.
 */
export function sendFormsOnce(page: Document): void {
  let underWay = false;
  page.addEventListener("submit", stopRepeated, true);
  page.addEventListener("submit", ({ defaultPrevented }) => {
    if (defaultPrevented) return;
    underWay = true;
    setTimeout(allowSending, mayRepeatAfterMs);
  });
  // The visitor came back to this page, which the browser had kept as it was.
  addEventListener("pageshow", allowSending);

  function stopRepeated(event: Event): void {
    if (!underWay) return;
    event.preventDefault();
    // React may have come meanwhile, and would send the form too.
    event.stopPropagation();
  }

  function allowSending(): void {
    underWay = false;
  }
}
