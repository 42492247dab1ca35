// The graph of a constraint network: variables on a circle, joined where they share a constraint.

import { useState } from "preact/hooks";
import { plural } from "../words";

/** Two variables by number, and how many constraints they share. */
export type Edge = [number, number, number];

export interface Node {
  name: string;
  /** Its value, if it has one already. */
  value?: string | null;
  /** Is it drawn, or universal? */
  stochastic: boolean;
  /** What the tooltip says of it. */
  about: string;
}

const RADIUS = 150;
const LETTERS = 20;
const LETTER = 6.5;
/** Lines of a graph that are drawn fainter, as there are so many. */
const DENSE = 60;

export function Graph({ nodes, edges }: { nodes: Node[]; edges: Edge[] }) {
  const [picked, setPicked] = useState<number | null>(null);
  const middle = RADIUS + 20 + LETTER * Math.max(1, ...nodes.map((one) => label(one).length));
  const turn = (number: number) => (2 * Math.PI * number) / Math.max(1, nodes.length) - Math.PI / 2;
  const x = (number: number) => middle + RADIUS * Math.cos(turn(number));
  const y = (number: number) => middle + RADIUS * Math.sin(turn(number));
  const edge = ([one, other, shared]: Edge) => (
    <line
      key={`${one} ${other}`} class={picked === one || picked === other ? "edge picked" : "edge"}
      x1={x(one)} y1={y(one)} x2={x(other)} y2={y(other)} stroke-width={Math.min(4, shared)}
    >
      <title>{`${nodes[one]!.name} and ${nodes[other]!.name} share ${plural(shared, "constraint")}`}</title>
    </line>
  );
  // The edges of the variable that is pointed at lie on top.
  const above = ([one, other]: Edge) => picked === one || picked === other;
  const set = nodes.some((one) => known(one));
  const drawn = nodes.some((one) => one.stochastic);
  return (
    <figure class="network">
      <svg
        class={edges.length > DENSE ? "graph dense" : "graph"} viewBox={`0 0 ${2 * middle} ${2 * middle}`} role="img"
        aria-label={`The constraint graph: ${plural(nodes.length, "variable")}, ${plural(edges.length, "pair")} that share a constraint`}
      >
        {edges.filter((one) => !above(one)).map(edge)}
        {edges.filter(above).map(edge)}
        {nodes.map((one, number) => (
          <g key={one.name} onMouseEnter={() => setPicked(number)} onMouseLeave={() => setPicked(null)}>
            <title>{one.about}</title>
            <Mark node={one} x={x(number)} y={y(number)} />
            <Label node={one} turn={turn(number)} middle={middle} />
          </g>
        ))}
      </svg>
      <figcaption class="note">
        Each mark is a variable. A line joins two variables that share a constraint; the more they share, the thicker it is.
        {set && " Filled marks have a value already."}
        {drawn && " Squares are stochastic or universal variables."} Point at a variable to see its lines.
      </figcaption>
    </figure>
  );
}

const known = (node: Node): boolean => node.value !== undefined && node.value !== null;

function label(node: Node): string {
  const text = known(node) ? `${node.name} = ${node.value}` : node.name;
  return text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text;
}

function Mark({ node, x, y }: { node: Node; x: number; y: number }) {
  const kind = known(node) ? "node set" : "node";
  if (node.stochastic) return <rect class={kind} x={x - 6} y={y - 6} width="12" height="12" />;
  return <circle class={kind} cx={x} cy={y} r="7" />;
}

/** The name, written outwards along the radius; on the left half it is turned round, so that nobody reads upside down. */
function Label({ node, turn, middle }: { node: Node; turn: number; middle: number }) {
  const left = Math.cos(turn) < -1e-9;
  const degrees = (turn * 180) / Math.PI;
  const away = RADIUS + 13;
  const place = left ? `rotate(${degrees + 180}) translate(${-away} 4)` : `rotate(${degrees}) translate(${away} 4)`;
  return (
    <text class={left ? "node-name left" : "node-name"} transform={`translate(${middle} ${middle}) ${place}`}>
      {label(node)}
    </text>
  );
}
