/** Where a friend arrives: the page counts visits by this source. */
export const invitedPath = "/?utm_source=indicacao";

/**
 * Lets the links that invite a friend open the share sheet of the phone, where there is one. Without script these links
 * open the chat app. The links carry the message themselves: see `next-steps.tsx`.
 */
export function openShareSheet(page: Document): void {
  page.addEventListener("click", async (event) => {
    const pressed = event.target instanceof Element ? event.target : undefined;
    const link = pressed?.closest<HTMLAnchorElement>("[data-invite]");
    if (!link) return;
    const { invite: chat = "", title = "", text = "" } = link.dataset;
    const url = location.origin + invitedPath;
    link.href = chat + encodeURIComponent(`${text} ${url}`);
    if (!navigator.share || link.dataset["failed"]) return;
    event.preventDefault();
    try {
      await navigator.share({ title, text, url });
    } catch (error) {
      const { name }: Partial<Error> = Object(error);
      // The visitor has closed the sheet.
      if (name === "AbortError") return;
      link.dataset["failed"] = "1";
      // A sheet is open, or the browser has not noticed that it was closed. In both cases only the next press opens the
      // chat app.
      if (name !== "InvalidStateError") link.click();
    }
  });
}
