// The board: the server's picture, with cells that can be clicked or reached by arrow keys, and what is shown on top.

import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LegalMove, Picture } from "../types";
import { drawOverlay, type Overlay } from "./overlay";

export interface Candidate extends LegalMove {
  role: string;
}

/** Where a move was made by keyboard. */
export type Focus = "" | "board" | "field";

interface Props {
  picture: Picture;
  label: string;
  focus: RefObject<Focus>;
  onMove?: (candidate: Candidate) => void;
  overlay?: Overlay;
}

/** The moves that clicks on these cells, one after another, can mean. */
export function matching(candidates: Candidate[], picked: string[]): Candidate[] {
  return candidates.filter(
    (one) => one.steps.length >= picked.length && picked.every((cell, at) => one.steps[at]!.includes(cell)),
  );
}

export function Board({ picture, label, focus, onMove, overlay }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<string[]>([]);
  const [asking, setAsking] = useState<Candidate[]>([]);
  const candidates = useMemo(
    () => Object.entries(picture.moves).flatMap(([role, moves]) => moves.map((move) => ({ role, ...move }))),
    [picture],
  );
  // Where the keyboard was: a new picture replaces the cell that had the focus.
  const held = useRef<string | null>(null);
  const active = onMove !== undefined && candidates.length > 0;

  useEffect(() => {
    setPicked([]);
    setAsking([]);
  }, [picture]);

  const click = (cell: string) => {
    if (!onMove) return;
    let path = [...picked, cell];
    let found = matching(candidates, path);
    if (!found.length) {
      path = picked.includes(cell) ? [] : [cell];
      found = path.length ? matching(candidates, path) : [];
      if (!found.length) path = [];
    }
    const complete = found.filter((one) => one.steps.length === path.length);
    if (found.length === 1 && complete.length === 1) {
      setPicked([]);
      setAsking([]);
      onMove(complete[0]!);
      return;
    }
    setPicked(path);
    setAsking(path.length && complete.length ? complete : []);
  };

  // The picture is set as it is: the server has escaped every name in it, and the page's policy runs no script of it.
  useEffect(() => {
    const root = holder.current;
    if (!root) return;
    root.innerHTML = picture.svg;
    const svg = root.querySelector("svg");
    if (!svg) return;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", label);
    // Small pictures grow, but not beyond what one wants to look at.
    const width = svg.getAttribute("width");
    if (width) svg.style.setProperty("max-width", `min(100%, ${Math.round(1.4 * Number(width))}px)`);
    svg.removeAttribute("width");
    const height = svg.getAttribute("height");
    if (height) svg.style.setProperty("max-height", `${Math.round(1.5 * Number(height))}px`);
    svg.removeAttribute("height");
  }, [picture.svg, label]);

  useEffect(() => {
    const root = holder.current;
    if (root) drawOverlay(root, overlay ?? {});
  }, [picture.svg, overlay]);

  useEffect(() => {
    const root = holder.current;
    if (!root) return;
    const next = active ? nextCells(candidates, picked) : new Set<string>();
    let first = true;
    for (const target of root.querySelectorAll<SVGElement>(".target")) {
      const cell = target.dataset.cell!;
      const can = next.has(cell) || picked.includes(cell);
      target.classList.toggle("can", next.has(cell));
      target.classList.toggle("after", picked.length > 0 && next.has(cell) && leadsOn(candidates, picked, cell));
      target.classList.toggle("picked", picked.includes(cell));
      if (can) {
        target.setAttribute("role", "button");
        target.setAttribute("aria-label", picture.cells[cell] ?? cell);
        target.setAttribute("tabindex", first || target === document.activeElement ? "0" : "-1");
        if (picked.includes(cell)) target.setAttribute("aria-pressed", "true");
        else target.removeAttribute("aria-pressed");
        first = false;
      } else {
        for (const name of ["role", "aria-label", "tabindex", "aria-pressed"]) target.removeAttribute(name);
      }
    }
    const lost = focus.current === "board" && document.activeElement === document.body;
    if (active && lost && held.current) closest(root, held.current)?.focus();
  }, [picture, picked, active, candidates]);

  const onClick = (event: Event) => {
    focus.current = "";
    const cell = (event.target as SVGElement | null)?.closest<SVGElement>(".target")?.dataset.cell;
    if (cell && active) click(cell);
  };

  const onKey = (event: KeyboardEvent) => {
    const target = (event.target as SVGElement | null)?.closest<SVGElement>(".target");
    if (event.key === "Escape" && picked.length) {
      setPicked([]);
      setAsking([]);
      event.stopPropagation();
      return;
    }
    if (!target || !active) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      focus.current = "board";
      held.current = target.dataset.cell!;
      click(target.dataset.cell!);
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      event.preventDefault();
      event.stopPropagation();
      nearest(holder.current!, target, way[0]!, way[1]!)?.focus();
    }
  };

  return (
    <div class="board-frame">
      <div class="board" ref={holder} onClick={onClick} onKeyDown={onKey} />
      {asking.length > 0 && onMove && (
        <div class="choice" role="group" aria-label="Which move?">
          <span>Which move?</span>
          {asking.slice(0, 60).map((one) => (
            <button key={one.move} class="primary" onClick={() => onMove(one)}>
              {one.short}
            </button>
          ))}
          <button onClick={() => (setPicked([]), setAsking([]))}>Cancel</button>
        </div>
      )}
    </div>
  );
}

/** Cells that a click makes sense on: the next of what was begun, and the first of any other move. */
function nextCells(candidates: Candidate[], picked: string[]): Set<string> {
  const found = new Set<string>();
  for (const one of matching(candidates, picked)) for (const cell of one.steps[picked.length] ?? []) found.add(cell);
  if (picked.length) for (const one of candidates) for (const cell of one.steps[0] ?? []) found.add(cell);
  return found;
}

function leadsOn(candidates: Candidate[], picked: string[], cell: string): boolean {
  return matching(candidates, picked).some((one) => one.steps[picked.length]?.includes(cell));
}

/** A cell, or the nearest one to it that can be clicked. */
function closest(root: HTMLElement, cell: string): SVGElement | null {
  const from = root.querySelector<SVGElement>(`.target[data-cell="${cell}"]`);
  if (!from || from.hasAttribute("tabindex")) return from;
  const here = middle(from);
  const away = (other: SVGElement) => Math.hypot(middle(other).x - here.x, middle(other).y - here.y);
  const others = [...root.querySelectorAll<SVGElement>(".target[tabindex]")];
  return others.reduce<SVGElement | null>((best, one) => (best && away(best) <= away(one) ? best : one), null);
}

/** The nearest cell in a direction that can be clicked. */
function nearest(root: HTMLElement, from: SVGElement, dx: number, dy: number): SVGElement | null {
  const here = middle(from);
  let best: SVGElement | null = null;
  let least = Infinity;
  for (const other of root.querySelectorAll<SVGElement>(".target[tabindex]")) {
    if (other === from) continue;
    const there = middle(other);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along < 2) continue;
    const distance = along + 2.5 * across;
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

function middle(element: SVGElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
