/** Makes a value when it is first asked for, such as a package that few processes need: `lazily(() => require("…"))`. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
