/**
 * An empty, invisible place for a sentence that screen readers say when it comes. Each dialog needs one of its own,
 * because everything outside an open modal dialog is inert.
 */
export function Announcement() {
  return (
    <p className="visually-hidden" role="status" data-event="announcement" suppressHydrationWarning>
      {""}
    </p>
  );
}
