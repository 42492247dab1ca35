// Light, dark, or as the system has it.

export type Theme = "auto" | "light" | "dark";

const KEY = "woodstock-theme";

export function theme(): Theme {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === "light" || saved === "dark" ? saved : "auto";
  } catch {
    return "auto";
  }
}

export function nextTheme(now: Theme): Theme {
  return now === "auto" ? "light" : now === "light" ? "dark" : "auto";
}

export function applyTheme(chosen: Theme): void {
  const root = document.documentElement;
  if (chosen === "auto") delete root.dataset.theme;
  else root.dataset.theme = chosen;
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  dispatchEvent(new Event("themechange"));
}

/** What the page looks like now. */
export function shown(): "light" | "dark" {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
