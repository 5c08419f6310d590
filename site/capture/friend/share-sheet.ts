/** What a visitor sends to a friend. It names no date, which could have changed when the friend reads it. */
export type Invitation = {
  title: string;
  text: string;
  /** The address on our site, without its origin. */
  path: string;
  /** The address of a new message in the chat app, up to the text. */
  chat: string;
};

/**
 * Lets the links that invite a friend open the share sheet of the phone, where there is one. Without script these links
 * open the chat app. The page for a sign-up without script holds this function as text, so it uses nothing outside itself.
 */
export function openShareSheet(page: Document, { title, text, path, chat }: Invitation): void {
  page.addEventListener("click", async (event) => {
    const pressed = event.target instanceof Element ? event.target : undefined;
    const link = pressed?.closest<HTMLAnchorElement>("[data-invite]");
    if (!link) return;
    const url = location.origin + path;
    link.href = chat + encodeURIComponent(`${text} ${url}`);
    if (!navigator.share || link.dataset["invite"] === "chat") return;
    event.preventDefault();
    try {
      await navigator.share({ title, text, url });
    } catch (error) {
      const { name }: Partial<Error> = Object(error);
      // The visitor has closed the sheet.
      if (name === "AbortError") return;
      link.dataset["invite"] = "chat";
      // A sheet is open, or the browser has not noticed that it was closed. In both cases only the next press opens the
      // chat app.
      if (name !== "InvalidStateError") link.click();
    }
  });
}
