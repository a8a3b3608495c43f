import { useEffect, useState } from "react";

/** A value once it has not changed for a while: what is typed is asked for in one request, not in one for each letter. */
export function useSettled<T>(value: T, ms = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
