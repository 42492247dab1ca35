// What is shown on top of a board: values of moves, groups of moves that are the same, the line that is expected.

import { GROUPS } from "../words";

export interface Overlay {
  /** Values from 0 to 1 by cell. */
  heat?: Record<string, number>;
  /** The number of the group by cell. */
  groups?: Record<string, number>;
  /** The moves of a line: the first and the last cell of each. */
  line?: string[][];
  /** Cells of a move that is pointed at. */
  point?: string[];
}

const SVG = "http://www.w3.org/2000/svg";

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

interface Place {
  target: SVGElement;
  points: string;
  x: number;
  y: number;
  size: number;
}

function place(root: HTMLElement, cell: string): Place | null {
  const target = root.querySelector<SVGElement>(`.target[data-cell="${cell}"]`);
  const points = target?.getAttribute("points");
  if (!target || !points) return null;
  const numbers = points.split(/[\s,]+/).map(Number);
  const xs = numbers.filter((_, at) => at % 2 === 0);
  const ys = numbers.filter((_, at) => at % 2 === 1);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { target, points, x: (left + right) / 2, y: (top + bottom) / 2, size: Math.min(right - left, bottom - top) };
}

/** Draw it again, below the cells that are clicked. */
export function drawOverlay(root: HTMLElement, overlay: Overlay): void {
  for (const old of root.querySelectorAll(".overlay")) old.remove();
  const layers = new Map<Element, SVGElement>();
  const put = (where: Place, ...shapes: SVGElement[]) => {
    const parent = where.target.parentElement!;
    let layer = layers.get(parent);
    if (!layer) {
      layer = element("g", { class: "overlay", "aria-hidden": "true" });
      parent.insertBefore(layer, parent.querySelector(":scope > .target"));
      layers.set(parent, layer);
    }
    layer.append(...shapes);
  };
  heat(root, overlay.heat ?? {}, put);
  for (const [cell, group] of Object.entries(overlay.groups ?? {})) {
    const at = place(root, cell);
    if (!at) continue;
    const fill = GROUPS[group % GROUPS.length]!;
    put(at, element("polygon", { points: at.points, fill, "fill-opacity": 0.45 }), number(at, group + 1));
  }
  const taken = new Set<string>();
  (overlay.line ?? []).forEach((cells, order) => {
    // Of several moves in one place, such as drops in a column, the first is shown.
    const where = cells.join(" ");
    if (!taken.has(where)) arrow(root, cells, order + 1, put);
    taken.add(where);
  });
  for (const cell of overlay.point ?? []) {
    const at = place(root, cell);
    if (at) put(at, element("polygon", { points: at.points, class: "pointed" }));
  }
}

type Put = (where: Place, ...shapes: SVGElement[]) => void;

function heat(root: HTMLElement, values: Record<string, number>, put: Put): void {
  const all = Object.values(values);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  for (const [cell, value] of Object.entries(values)) {
    const at = place(root, cell);
    if (!at) continue;
    const strength = high > low ? (value - low) / (high - low) : 1;
    const opacity = (0.1 + 0.6 * strength).toFixed(2);
    put(at, element("polygon", { points: at.points, fill: "#d55e00", "fill-opacity": opacity }));
    put(at, number(at, Math.round(100 * value)));
  }
}

function number(at: Place, value: number): SVGElement {
  const size = Math.min(14, at.size / 2.8);
  const text = element("text", { x: at.x, y: at.y + size / 2.8, "font-size": size, class: "overlay-number" });
  text.textContent = String(value);
  return text;
}

function arrow(root: HTMLElement, cells: string[], order: number, put: Put): void {
  const from = cells[0] ? place(root, cells[0]) : null;
  const to = cells.length ? place(root, cells[cells.length - 1]!) : null;
  if (!from || !to) return;
  const moved = from.x !== to.x || from.y !== to.y;
  if (moved && from.target.parentElement === to.target.parentElement) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const head = 0.3 * to.size;
    const neck = { x: to.x - ux * head, y: to.y - uy * head };
    const tip = `${to.x},${to.y} ${neck.x - uy * head * 0.5},${neck.y + ux * head * 0.5} ${neck.x + uy * head * 0.5},${neck.y - ux * head * 0.5}`;
    put(to, element("line", { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y, class: "ghost" }));
    put(to, element("polygon", { points: tip, class: "ghost-head" }));
  }
  // Where a piece is placed the number stands in the corner: its value may stand in the middle.
  const corner = 0.29 * to.size;
  const [x, y] = moved ? [from.x + 0.3 * (to.x - from.x), from.y + 0.3 * (to.y - from.y)] : [to.x - corner, to.y - corner];
  const radius = (moved ? 0.2 : 0.16) * to.size;
  const text = element("text", { x, y: y + 0.45 * radius, "font-size": 1.3 * radius, class: "ghost-number" });
  text.textContent = String(order);
  put(to, element("circle", { cx: x, cy: y, r: radius, class: "ghost-head" }), text);
}
