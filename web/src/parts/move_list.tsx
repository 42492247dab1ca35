// The moves so far. Arrow keys, Home and End go through them.

import { useEffect, useRef } from "preact/hooks";
import type { View } from "../types";
import { plural } from "../words";

export function MoveList({ view, onStep }: { view: View; onStep: (step: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.offsetTop - 60;
  }, [view.at, view.steps]);
  if (view.picture.seen.length) return <Seen view={view} />;
  return (
    <div class="moves">
      <div class="row">
        <button aria-label="To the start" disabled={view.at === 0} onClick={() => onStep(0)}>«</button>
        <button aria-label="One move back" disabled={view.at === 0} onClick={() => onStep(view.at - 1)}>‹</button>
        <button aria-label="One move on" disabled={view.at === view.steps} onClick={() => onStep(view.at + 1)}>›</button>
        <button aria-label="To the end" disabled={view.at === view.steps} onClick={() => onStep(view.steps)}>»</button>
        <span class="note">{view.at} of {plural(view.steps, "move")}; arrow keys step through them</span>
      </div>
      <ol ref={list}>
        {view.history.map((one, at) => {
          const said = Object.entries(one.short).map(([role, short]) => (view.game.roles.length > 1 ? `${role} ${short}` : short));
          return (
            <li key={at}>
              <button aria-current={view.at === at + 1 ? "step" : undefined} onClick={() => onStep(at + 1)}
                title={Object.entries(one.full).map(([role, move]) => `${role} ${move}${thought(one.seconds[role])}`).join(", ")}>
                {said.join(", ") || "–"}
              </button>
              {one.notes.map((note) => (
                <span key={note} class="note"> {note}</span>
              ))}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Where the moves of others are hidden: what one did and saw. */
function Seen({ view }: { view: View }) {
  return (
    <div class="moves">
      <p class="note">What {view.viewer} did and saw. The rest is shown when the match is over.</p>
      <ol>
        {view.picture.seen.map((one, at) => (
          <li key={at}>
            {one.move}
            {one.sees.length > 0 && <span class="note">: {one.sees.join(" ")}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

const thought = (seconds: number | undefined): string => (seconds === undefined ? "" : ` after ${seconds.toFixed(1)} s`);
