export type Theme = "light" | "dark" | "system";

const STORED = "explorer.theme";

/** Returns the reader's choice on this machine, or else the system's. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Shows the page in a theme; for an unknown name, in the system's. */
export function applyTheme(theme: string): void {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, theme);
  applyTheme(theme);
}
