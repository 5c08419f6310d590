import { useEffect, useState } from "react";

/**
 * Returns the given value; while the visitor presses, returns the value that it had before the press. A change during a
 * press could move the button away from the pointer, and the browser would then send no click.
 */
export function useAfterPress<Value>(value: Value): Value {
  const [pressed, setPressed] = useState(false);
  const [shown, setShown] = useState(value);
  if (!pressed && shown !== value) setShown(value);

  useEffect(() => {
    const listening = new AbortController();
    // The listeners run in the capture phase, so that a press is known before the field that loses the focus changes
    // its value.
    const options = { signal: listening.signal, capture: true };
    document.addEventListener("mousedown", () => setPressed(true), options);
    document.addEventListener("mouseup", () => setPressed(false), options);
    return () => listening.abort();
  }, []);

  return shown;
}
