// Moves by keyboard: typed in short or in full, or chosen from the list of all that are legal.

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LegalMove } from "../types";
import type { Focus } from "./board";

interface Props {
  role: string;
  moves: LegalMove[];
  focus: RefObject<Focus>;
  onMove: (text: string) => void;
  onPoint: (move: LegalMove | null) => void;
}

const SHOWN = 60;

export function MoveInput({ role, moves, focus, onMove, onPoint }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus.current === "field" && document.activeElement === document.body) field.current?.focus();
  }, []);
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = moves.filter((one) => `${one.short} ${one.move}`.toLowerCase().includes(wanted));
  // Moves that speak of no cell cannot be made on the board, so they are always in sight.
  const besides = moves.filter((one) => !one.steps.length);
  return (
    <div class="move-input">
      {besides.length > 0 && (
        <div class="buttons" role="group" aria-label={`Moves of ${role}`}>
          {besides.slice(0, SHOWN).map((one) => (
            <MoveButton key={one.move} one={one} onMove={onMove} onPoint={onPoint} />
          ))}
        </div>
      )}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          focus.current = "field";
          if (text.trim()) onMove(text.trim());
        }}
      >
        <label class="grow">
          <span class="hidden">Type a move of {role}</span>
          <input
            ref={field} class="typed" value={text} autocomplete="off" spellcheck={false}
            placeholder={moves[0] ? `Type a move of ${role}: ${moves[0].short}` : ""}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={!text.trim()}>Play</button>
      </form>
      {moves.length > besides.length && (
        <details>
          <summary>All {moves.length} moves</summary>
          <div class="buttons">
            {found.slice(0, SHOWN).map((one) => (
              <MoveButton key={one.move} one={one} onMove={onMove} onPoint={onPoint} />
            ))}
          </div>
          {found.length > SHOWN && <p class="note">and {found.length - SHOWN} more: type to narrow them down</p>}
        </details>
      )}
    </div>
  );
}

function MoveButton(props: { one: LegalMove; onMove: (text: string) => void; onPoint: (move: LegalMove | null) => void }) {
  const { one, onMove, onPoint } = props;
  return (
    <button
      class="move" title={one.move} onClick={() => onMove(one.move)} onMouseEnter={() => onPoint(one)} onMouseLeave={() => onPoint(null)}
      onFocus={() => onPoint(one)} onBlur={() => onPoint(null)}
    >
      {one.short}
    </button>
  );
}
