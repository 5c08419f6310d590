/** The cross of a button that closes; the button itself has the words. */
export function CloseCross({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
