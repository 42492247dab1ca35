// The opinion of a player: values of moves, the line that it expects, what is proved, and what the numbers mean.

import type { Thought } from "../types";
import { count, finer } from "../words";
import { Meanings } from "./meanings";

const SHOWN = 12;

/** Columns of the table, with a word of explanation. */
const COLUMNS = {
  move: "A legal move of the role",
  value: "The goal that the role can expect after the move: 0 is lost, 100 is won",
  between: "The 95 % interval: the value is probably between these numbers, and exact if the move is proved",
  visits: "How often the search tried the move. It tries good moves more often",
};

const WORK = {
  "positions in the tree": "Positions that the search remembers, each with its values",
  playouts: "Games that were played to their end from such a position, mostly at random",
};

/** What MAC-UCB reports besides. */
const STAGES = {
  "stages solved": "Turns whose legal joint moves the constraint solver found as solutions of a network",
  "time for solving": "The share of the time that the solver took; the rest went into playouts",
  "decisions pruned": "Decisions whose value is below the threshold: they are not tried any more",
  "playouts spared": "Playouts that went to better decisions because of that",
};

export function Verdict({ thought }: { thought: Thought }) {
  return (
    <p class="verdict">
      Best move for {thought.role}: <strong>{thought.marks[thought.best]?.short ?? thought.best}</strong>
      {thought.proved && <span class="badge">solved: the values are exact</span>}
    </p>
  );
}

interface Props {
  thought: Thought;
  /** How many moves of the expected line are shown on the board. */
  ahead: number;
  onAhead: (moves: number) => void;
}

export function Opinion({ thought, ahead, onAhead }: Props) {
  const stages = thought.note.includes("stages solved");
  return (
    <>
      <Values thought={thought} />
      {thought.moves.length > SHOWN && <p class="note">and {thought.moves.length - SHOWN} more moves</p>}
      {thought.line_marks.length > 0 && (
        <div class="line" role="group" aria-label="Expected line">
          <span>Expected line:</span>
          <button aria-pressed={ahead === 0} onClick={() => onAhead(0)}>now</button>
          {thought.line_marks.map((mark, at) => (
            <button key={at} aria-pressed={ahead === at + 1} onClick={() => onAhead(at + 1)}>
              {at + 1}. {mark.short}
            </button>
          ))}
        </div>
      )}
      <p class="note">
        {count(thought.nodes)} positions in the tree, {count(thought.playouts)} playouts, {thought.elapsed.toFixed(1)} s.{" "}
        {thought.note}
      </p>
      <Meanings of={{ ...COLUMNS, ...WORK, ...(stages ? STAGES : {}) }} />
    </>
  );
}

function Values({ thought }: { thought: Thought }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {Object.entries(COLUMNS).map(([name, meaning]) => <th key={name} scope="col" title={meaning}>{name}</th>)}
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
  );
}
