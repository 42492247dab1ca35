// What a player thinks of the position, live: values, intervals, visits, the line it expects, what is proved.

import { useEffect, useRef, useState } from "preact/hooks";
import { listen, post, query } from "../api";
import type { Choices, Picture, Thought, View } from "../types";
import { Opinion, Verdict } from "./opinion";
import type { Overlay } from "./overlay";
import { Study } from "./study";

interface Props {
  view: View;
  choices: Choices;
  /** What a player in the match thinks, or thought before its last move. */
  live: Thought | null;
  onOverlay: (overlay: Overlay) => void;
  onPicture: (picture: Picture | null) => void;
  onValues: (step: number, values: Record<string, number>) => void;
}

export function Analysis({ view, choices, live, onOverlay, onPicture, onValues }: Props) {
  const [player, setPlayer] = useState("woodstock");
  const [seconds, setSeconds] = useState(5);
  const [thought, setThought] = useState<Thought | null>(null);
  const [state, setState] = useState<"" | "queued" | "thinking" | "done">("");
  const [trouble, setTrouble] = useState("");
  const [heat, setHeat] = useState<"values" | "visits" | "off">("values");
  const [line, setLine] = useState(true);
  const [ahead, setAhead] = useState(0);
  const stop = useRef<(() => void) | null>(null);
  const can = view.picture.choosing.some((role) => role !== "random") && !view.picture.over;
  const where = `${view.id} ${view.at} ${view.steps}`;
  const shown = thought ?? (live && (live.step === view.at || live.step === view.at - 1) ? live : null);

  const halt = () => {
    stop.current?.();
    stop.current = null;
  };
  useEffect(() => {
    halt();
    setThought(null);
    setState("");
    setTrouble("");
    setAhead(0);
    onOverlay({});
    onPicture(null);
    return halt;
  }, [where]);

  const begin = () => {
    halt();
    setTrouble("");
    setState("queued");
    setAhead(0);
    onPicture(null);
    const role = view.viewer && view.picture.choosing.includes(view.viewer) ? view.viewer : null;
    const asked = query({ player, seconds, step: view.at, role });
    stop.current = listen(`/api/tables/${view.id}/analysis${asked}`, {
      thought: (said: Thought) => {
        setThought(said);
        setState("thinking");
      },
      end: () => (halt(), setState("done")),
      trouble: (said: string) => (halt(), setTrouble(said), setState("done")),
      error: () => (halt(), setState("done")),
    });
  };

  useEffect(() => {
    if (!shown || ahead || shown.step !== view.at) return;
    const values: Record<string, number> = {};
    view.game.roles.forEach((one, at) => {
      if (one !== "random" && shown.values[at] !== undefined) values[one] = shown.values[at]!;
    });
    if (Object.keys(values).length) onValues(view.at, values);
    onOverlay(drawn(shown, heat, line));
  }, [shown, heat, line, ahead, view.picture]);

  const step = async (to: number) => {
    if (!shown) return;
    setAhead(to);
    if (!to) return onPicture(null);
    try {
      const given = { step: shown.step ?? view.at, line: shown.line.slice(0, to) };
      onOverlay({});
      onPicture(await post<Picture>(`/api/tables/${view.id}/ahead`, given));
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };

  return (
    <section class="analysis" aria-label="Analysis">
      <div class="row">
        <label>
          Player{" "}
          <select value={player} onChange={(event) => setPlayer(event.currentTarget.value)}>
            {choices.players.map((one) => (
              <option key={one.name}>{one.name}</option>
            ))}
          </select>
        </label>
        <label>
          Seconds{" "}
          <input
            type="number" min="1" max="60" value={seconds} class="short"
            onInput={(event) => setSeconds(Math.min(60, Math.max(1, Number(event.currentTarget.value) || 1)))}
          />
        </label>
        {state === "queued" || state === "thinking" ? (
          <button onClick={() => (halt(), setState("done"))}>Stop</button>
        ) : (
          <button class="primary" disabled={!can} onClick={begin}>
            Analyse
          </button>
        )}
      </div>
      <p class="note" role="status">
        {!can && "Nobody has a choice in this position."}
        {can && state === "" && "Ask a player what each move is worth. Values run from 0 (lost) to 100 (won)."}
        {state === "queued" && "Getting ready …"}
        {state === "thinking" && "Thinking …"}
      </p>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {shown && (
        <>
          {!thought && <p class="note">{about(shown, view)}</p>}
          <Verdict thought={shown} />
          <div class="row">
            <label>
              On the board{" "}
              <select value={heat} onChange={(event) => setHeat(event.currentTarget.value as typeof heat)}>
                <option value="values">values of moves</option>
                <option value="visits">share of visits</option>
                <option value="off">nothing</option>
              </select>
            </label>
            <label>
              <input type="checkbox" checked={line} onChange={(event) => setLine(event.currentTarget.checked)} /> expected
              line
            </label>
          </div>
          <Opinion thought={shown} ahead={ahead} onAhead={step} />
        </>
      )}
      <Study view={view} onOverlay={onOverlay} />
    </section>
  );
}

/** Whose opinion is shown that nobody asked for here: that of a player in the match. */
function about(thought: Thought, view: View): string {
  const who = `${thought.role} (${view.chairs[thought.role]?.text ?? "a player"})`;
  if (thought.step !== view.at) return `What ${who} thought before its last move:`;
  return thought.role in view.thinking && view.at === view.steps ? `${who} is thinking:` : `What ${who} thought here:`;
}

/** An opinion on the board: how good each move is, and the line that is expected. */
function drawn(thought: Thought, heat: "values" | "visits" | "off", line: boolean): Overlay {
  const overlay: Overlay = {};
  if (heat !== "off") {
    const total = thought.moves.reduce((sum, one) => sum + one.visits, 0) || 1;
    overlay.heat = {};
    for (const one of thought.moves) {
      const cells = thought.marks[one.move]?.cells ?? [];
      const cell = cells[cells.length - 1];
      const value = heat === "values" ? one.value : one.visits / total;
      if (cell && value !== null) overlay.heat[cell] = Math.max(value, overlay.heat[cell] ?? 0);
    }
  }
  if (line) overlay.line = thought.line_marks.slice(0, 6).map((mark) => mark.cells);
  return overlay;
}
