import { useCallback } from "react";
import { useSearchParams } from "wouter";

/**
 * Returns the parameters of the address, and a function that changes one; "" removes it. With `replace`, the history
 * gets no entry, which suits a text while it is typed.
 */
export function useParameters() {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (name: string, value: string, options?: { replace: boolean }) =>
      setParameters((before) => {
        const after = new URLSearchParams(before);
        if (value === "") after.delete(name);
        else after.set(name, value);
        return after;
      }, options),
    [setParameters],
  );
  return [parameters, set] as const;
}
