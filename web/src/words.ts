// How numbers and names are written for people.

export const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : `${Math.round(100 * value)}`;

/** With one place after the point, where values lie close together. */
export const finer = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : (100 * value).toFixed(1);

export const count = (value: number): string => value.toLocaleString("en");

export function plural(amount: number, noun: string): string {
  return `${count(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

/** The values of a variable, in braces: as many as were sent. */
export function domain(variable: { domain: string[]; size: number }): string {
  return `{${variable.domain.join(", ")}${variable.size > variable.domain.length ? ", …" : ""}}`;
}

/** A colour for each role: those of the board where it has some. */
const FILLS: Record<string, string> = {
  white: "var(--white)", black: "var(--black)", red: "#d55e00", blue: "#0072b2", green: "#009e73", yellow: "#b8a800",
  orange: "#e69f00", purple: "#6f2dbd", pink: "#cc79a7", magenta: "#cc79a7", cyan: "#56b4e9", teal: "#56b4e9",
  brown: "#8c5a2b", grey: "#9a9a9a", gray: "#9a9a9a", plain: "#7a8494",
};
const ORDER = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#6f2dbd", "#8c5a2b"];

export function roleColour(roles: string[], colours: Record<string, string>, role: string): string {
  const named = FILLS[colours[role] ?? ""];
  return named ?? ORDER[roles.indexOf(role) % ORDER.length] ?? "#0072b2";
}

export const GROUPS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#6f2dbd"];

/** A result for people. */
export function result(goals: Record<string, number | null>, resigned: string | null): string {
  if (resigned) return `${resigned} resigned.`;
  const entries = Object.entries(goals);
  if (!entries.length) return "";
  const told = entries.map(([role, goal]) => `${role} ${goal ?? "–"}`).join(", ");
  if (entries.length === 1) return `The game is over: ${told} of 100.`;
  const best = Math.max(...entries.map(([, goal]) => goal ?? 0));
  const winners = entries.filter(([, goal]) => goal === best);
  if (winners.length === entries.length) return `The game is over, and nobody is ahead (${told}).`;
  return `${winners.map(([role]) => role).join(" and ")} won (${told}).`;
}
