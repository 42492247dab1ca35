// Who plays: a person, a level, a player of ours with options, or a remote player by its address.

import { useState } from "preact/hooks";
import type { Choices } from "../types";

interface Props {
  roles: string[];
  chairs: Record<string, string>;
  clock: number | null;
  choices: Choices;
  action: string;
  onDone: (chairs: Record<string, string>, clock: number | null) => void;
}

const CLOCKS = [
  { label: "no clock", seconds: null },
  { label: "10 s for a move", seconds: 10 },
  { label: "30 s for a move", seconds: 30 },
  { label: "1 min for a move", seconds: 60 },
  { label: "5 min for a move", seconds: 300 },
];

export function Seats({ roles, chairs, clock, choices, action, onDone }: Props) {
  const [chosen, setChosen] = useState(chairs);
  const [time, setTime] = useState<number | null>(clock);
  const set = (role: string, text: string) => setChosen({ ...chosen, [role]: text });
  return (
    <form
      class="seats"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(chosen, time);
      }}
    >
      {roles.map((role) => (
        <Seat key={role} role={role} text={chosen[role] ?? choices.usual} choices={choices} onText={(text) => set(role, text)} />
      ))}
      <label class="field">
        <span>Clock for people</span>
        <select
          value={String(time)}
          onChange={(event) => setTime(event.currentTarget.value === "null" ? null : Number(event.currentTarget.value))}
        >
          {CLOCKS.map((one) => (
            <option key={one.label} value={String(one.seconds)}>{one.label}</option>
          ))}
        </select>
      </label>
      <button class="primary" type="submit">{action}</button>
    </form>
  );
}

function Seat(props: { role: string; text: string; choices: Choices; onText: (text: string) => void }) {
  const { role, text, choices, onText } = props;
  const simple = text === "person" || choices.levels.some((one) => one.name === text);
  const [own, setOwn] = useState(!simple);
  return (
    <div class="field">
      <label>
        <span class="role">{role}</span>{" "}
        <select
          value={own ? "other" : text}
          onChange={(event) => {
            const value = event.currentTarget.value;
            setOwn(value === "other");
            onText(value === "other" ? "uct:c=0.7" : value);
          }}
        >
          <option value="person">a person</option>
          {choices.levels.map((one) => (
            <option key={one.name} value={one.name}>{`${one.name}: ${one.help}`}</option>
          ))}
          <option value="other">another player …</option>
        </select>
      </label>
      {own && (
        <label class="other">
          <span class="hidden">Player of {role}</span>
          <input
            value={text} list="players" spellcheck={false} placeholder="uct:c=0.7 @ 3 or http://host:9147"
            onInput={(event) => onText(event.currentTarget.value)}
          />
          <datalist id="players">
            {[...choices.players.map((one) => one.name), ...choices.own].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <span class="note">A name, options after a colon, seconds after @; or the address of a GGP player.</span>
        </label>
      )}
    </div>
  );
}
