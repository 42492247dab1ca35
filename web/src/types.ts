// What the server sends. The Python side is woodstock/web/views.py and its neighbours.

export interface GameCard {
  name: string;
  title: string;
  players: number;
  roles: string[];
  chance: boolean;
  sees: boolean;
  tags: string[];
  about: string;
}

export interface Facts {
  name: string;
  title: string;
  bundled: boolean;
  roles: string[];
  players: string[];
  chance: boolean;
  sees: boolean;
  compiled: boolean;
  tags: string[];
  colours: Record<string, string>;
  rules: string;
}

export interface LegalMove {
  move: string;
  short: string;
  steps: string[][];
}

export interface Picture {
  svg: string;
  text: string;
  cells: Record<string, string>;
  status: string[];
  moves: Record<string, LegalMove[]>;
  over: boolean;
  choosing: string[];
  seen: { move: string; sees: string[] }[];
}

export interface MoveValue {
  move: string;
  value: number | null;
  visits: number;
  low: number | null;
  high: number | null;
  proved: boolean;
}

export interface Mark {
  short: string;
  cells: string[];
}

export interface Thought {
  role: string;
  best: string;
  moves: MoveValue[];
  line: string[][];
  values: number[];
  nodes: number;
  playouts: number;
  proved: boolean;
  note: string;
  elapsed: number;
  last: boolean;
  marks: Record<string, Mark>;
  line_marks: Mark[];
  step?: number;
}

export interface View {
  id: string;
  version: number;
  game: Facts;
  chairs: Record<string, { text: string; person: boolean; seconds: number }>;
  viewer: string | null;
  at: number;
  steps: number;
  over: boolean;
  goals: Record<string, number | null>;
  resigned: string | null;
  choosing: string[];
  waiting: string[];
  decided: string[];
  thinking: Record<string, Partial<Thought>>;
  private: boolean;
  paused: boolean;
  clock: number | null;
  left: number | null;
  trouble: string;
  can: { undo: boolean; redo: boolean; hint: boolean; resign: boolean; swap: boolean };
  history: { short: Record<string, string>; full: Record<string, string>; seconds: Record<string, number>; notes: string[] }[];
  values: Record<string, number>[];
  picture: Picture;
  line: string;
}

export interface Problem {
  severity: "error" | "warning" | "hint";
  code: string;
  message: string;
  line: number | null;
  column: number | null;
  example?: string[];
}

export interface Choices {
  levels: { name: string; help: string; seconds: number }[];
  players: { name: string; options: { name: string; help: string }[] }[];
  own: string[];
  usual: string;
}

export interface Hello {
  version: string;
  game: string | null;
  file: string | null;
  choices: Choices;
  limits: { thought: number; upload: number };
}
