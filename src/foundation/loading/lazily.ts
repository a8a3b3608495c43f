/** Defers making a value to its first use, such as a package that few processes need: `lazily(() => require("…"))`. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
