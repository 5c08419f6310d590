import { useEffect, useState } from "react";

/**
 * The value, but the one from before while a press is under way: what comes up then would move the
 * button away from under the finger, and browsers drop a click that ends beside where it began.
 */
export function useAfterPress<Value>(value: Value): Value {
  const [pressed, setPressed] = useState(false);
  const [settled, setSettled] = useState(value);
  if (!pressed && settled !== value) setSettled(value);

  useEffect(() => {
    const listening = new AbortController();
    // Captured: a press makes its mark before the field that it leaves does.
    const options = { signal: listening.signal, capture: true };
    document.addEventListener("mousedown", () => setPressed(true), options);
    document.addEventListener("mouseup", () => setPressed(false), options);
    return () => listening.abort();
  }, []);

  return settled;
}
