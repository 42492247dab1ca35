// What a player thinks of the position, live: values, intervals, visits, the line it expects, what is proved.

import { useEffect, useRef, useState } from "preact/hooks";
import { listen, post, query } from "../api";
import type { Choices, Picture, Thought, View } from "../types";
import { count, finer } from "../words";
import type { Overlay } from "./overlay";
import { Study } from "./study";

interface Props {
  view: View;
  choices: Choices;
  onOverlay: (overlay: Overlay) => void;
  onPicture: (picture: Picture | null) => void;
  onValues: (step: number, values: Record<string, number>) => void;
}

const SHOWN = 12;

export function Analysis({ view, choices, onOverlay, onPicture, onValues }: Props) {
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
        const values: Record<string, number> = {};
        view.game.roles.forEach((one, at) => {
          if (one !== "random" && said.values[at] !== undefined) values[one] = said.values[at]!;
        });
        if (Object.keys(values).length) onValues(view.at, values);
      },
      end: () => (halt(), setState("done")),
      trouble: (said: string) => (halt(), setTrouble(said), setState("done")),
      error: () => (halt(), setState("done")),
    });
  };

  useEffect(() => {
    if (!thought || ahead) return;
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
    onOverlay(overlay);
  }, [thought, heat, line, ahead]);

  const step = async (to: number) => {
    if (!thought) return;
    setAhead(to);
    if (!to) return onPicture(null);
    try {
      const given = { step: view.at, line: thought.line.slice(0, to) };
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
      {thought && (
        <>
          <p class="verdict">
            <strong>{thought.marks[thought.best]?.short ?? thought.best}</strong> is best for {thought.role}
            {thought.proved ? <span class="badge">solved: the values are exact</span> : ""}
          </p>
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
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">move</th>
                  <th scope="col" title="The expected goal of the role, from 0 to 100">value</th>
                  <th scope="col" title="95 % confidence: the value is probably in between">between</th>
                  <th scope="col" title="How often the search looked at the move">visits</th>
                </tr>
              </thead>
              <tbody>
                {thought.moves.slice(0, SHOWN).map((one) => (
                  <tr key={one.move} class={one.move === thought.best ? "best" : ""}>
                    <th scope="row" title={one.move}>{thought.marks[one.move]?.short ?? one.move}</th>
                    <td>
                      <span class="bar-cell">
                        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                          <rect width={100 * (one.value ?? 0)} height="10" />
                        </svg>
                        {finer(one.value)}
                      </span>
                    </td>
                    <td>{one.proved ? "exact" : one.low === null ? "–" : `${finer(one.low)} to ${finer(one.high)}`}</td>
                    <td>{count(one.visits)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {thought.moves.length > SHOWN && <p class="note">and {thought.moves.length - SHOWN} more moves</p>}
          {thought.line_marks.length > 0 && (
            <div class="line">
              <span>Expected line:</span>
              <button aria-pressed={ahead === 0} onClick={() => step(0)}>now</button>
              {thought.line_marks.map((mark, at) => (
                <button key={at} aria-pressed={ahead === at + 1} onClick={() => step(at + 1)}>
                  {at + 1}. {mark.short}
                </button>
              ))}
            </div>
          )}
          <p class="note">
            {count(thought.nodes)} positions in the tree, {count(thought.playouts)} playouts (random games to the end),{" "}
            {thought.elapsed.toFixed(1)} s. {thought.note}
          </p>
        </>
      )}
      <Study view={view} onOverlay={onOverlay} />
    </section>
  );
}
