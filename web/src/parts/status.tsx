// Whose turn it is, who thinks what, how much time is left, and how it ended: one line, read out when it changes.

import { useEffect, useState } from "preact/hooks";
import type { Thought, View } from "../types";
import { percent, result } from "../words";

export function Status({ view, thought }: { view: View; thought: Thought | null }) {
  const thinking = Object.keys(view.thinking);
  let said = "";
  if (view.over) said = result(view.goals, view.resigned);
  else if (view.trouble) said = `The match has stopped: ${view.trouble}`;
  else if (view.waiting.length) {
    const who = view.viewer && view.waiting.includes(view.viewer) ? view.viewer : view.waiting.join(" and ");
    const chair = view.chairs[view.waiting[0]!];
    const only = Object.values(view.chairs).filter((one) => one.person).length === 1 && chair?.person;
    said = only ? `Your move (${who}).` : `${who} to move.`;
  } else if (thinking.length) said = `${thinking.join(" and ")} (${thinking.map((one) => view.chairs[one]?.text).join(", ")}) thinking …`;
  else if (view.paused) said = "Paused.";
  const last = view.history[view.steps - 1];
  const made = last ? Object.entries(last.short).map(([role, short]) => `${role} ${short}`).join(", ") : "";
  return (
    <div class="status">
      <p role="status" aria-live="polite">
        {made && <span class="made">Last move: {made}. </span>}
        <strong>{said}</strong>
        {last?.notes.map((note) => <span key={note}> {note}.</span>)}
      </p>
      {thought && !view.over && thinking.includes(thought.role) && thought.step === view.steps && (
        <p class="note">
          {thought.role} looks at {thought.marks[thought.best]?.short ?? thought.best}, worth about{" "}
          {percent(thought.moves.find((one) => one.move === thought.best)?.value)} of 100.
        </p>
      )}
      {view.left !== null && view.waiting.length > 0 && <CountDown key={view.version} left={view.left} />}
    </div>
  );
}

function CountDown({ left }: { left: number }) {
  const [end] = useState(() => performance.now() + 1000 * left);
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const rest = Math.max(0, Math.ceil((end - now) / 1000));
  return <p class="clock" role="timer">{`${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`}</p>;
}
