/** Prints a command's result: one line of JSON with `--json`, the text for people otherwise. */
export function answer(options: { json: boolean }, value: unknown, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value) : text}\n`);
}
