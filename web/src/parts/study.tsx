// Symmetries, beliefs and the network of this turn: what there is to understand besides values.

import { useEffect, useState } from "preact/hooks";
import { get, query } from "../api";
import type { View } from "../types";
import { domain, GROUPS, percent, plural } from "../words";
import { Graph, type Edge, type Node } from "./graph";
import { Meanings } from "./meanings";
import type { Overlay } from "./overlay";

interface Orbits {
  role: string;
  orbits: string[][];
  moves: number;
  symmetries: number;
  here: number;
}
interface Beliefs {
  role: string;
  states: { share: number; svg: string }[];
  possible: number | null;
  exact: boolean;
}
interface Variable {
  name: string;
  domain: string[];
  size: number;
  value: string | null;
  stochastic: boolean;
  constraints: number;
}
interface Network {
  variables: number;
  constraints: number;
  largest_domain: number;
  stochastic: number;
  solutions: number | null;
  edges: Edge[] | null;
  listed: Variable[];
}

const PARTS = {
  variables: "Fluents now and after the move, moves, goals, and helpers for what the rules derive",
  constraints: "Each allows some combinations of values of its variables; together they say what the rules say",
  solutions: "Values for all variables that break no constraint",
};

interface Props {
  view: View;
  onOverlay: (overlay: Overlay) => void;
}

export function Study({ view, onOverlay }: Props) {
  const [orbits, setOrbits] = useState<Orbits | null>(null);
  const [beliefs, setBeliefs] = useState<Beliefs | null>(null);
  const [network, setNetwork] = useState<Network | null>(null);
  const [busy, setBusy] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    setOrbits(null);
    setBeliefs(null);
    setNetwork(null);
    setTrouble("");
  }, [view.id, view.at, view.steps]);
  const shorts = new Map(Object.values(view.picture.moves).flat().map((one) => [one.move, one.short]));
  const role = view.viewer ?? view.picture.choosing.find((one) => one !== "random") ?? view.game.players[0]!;

  const ask = async <T,>(what: string, take: (found: T) => void) => {
    setBusy(what);
    setTrouble("");
    try {
      take(await get<T>(`/api/tables/${view.id}/study/${what}${query({ role, step: view.at, viewer: view.viewer })}`));
    } catch (error) {
      setTrouble((error as Error).message);
    }
    setBusy("");
  };
  const show = (found: Orbits) => {
    setOrbits(found);
    const steps = Object.fromEntries((view.picture.moves[found.role] ?? []).map((one) => [one.move, one.steps]));
    const groups: Record<string, number> = {};
    found.orbits.forEach((moves, number) => {
      for (const move of moves) {
        const cells = steps[move]?.at(-1);
        if (cells?.[0]) groups[cells[0]] = number;
      }
    });
    onOverlay({ groups });
  };

  return (
    <div class="study">
      <h3>Understand this position</h3>
      <div class="row">
        {!view.picture.over && (
          <button disabled={!!busy} onClick={() => ask<Orbits>("orbits", show)}>
            {busy === "orbits" ? "Looking …" : "Symmetric moves"}
          </button>
        )}
        {view.game.sees && (
          <button disabled={!!busy} onClick={() => ask<Beliefs>("beliefs", setBeliefs)}>
            {busy === "beliefs" ? "Looking …" : `What ${role} can know`}
          </button>
        )}
        <button disabled={!!busy} onClick={() => ask<Network>("network", setNetwork)}>
          {busy === "network" ? "Building …" : "Network of this turn"}
        </button>
      </div>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {orbits && (
        <div>
          <p>
            {plural(orbits.moves, "move")}, {orbits.orbits.length} of them different up to symmetry. The game has{" "}
            {plural(orbits.symmetries, "symmetry").replace("symmetrys", "symmetries")}; {orbits.here} of them leave this
            position as it is.
          </p>
          <ol class="orbits">
            {orbits.orbits.slice(0, 40).map((moves, number) => (
              <li key={number}>
                <svg viewBox="0 0 10 10" class="dot" aria-hidden="true">
                  <rect width="10" height="10" fill={GROUPS[number % GROUPS.length]} />
                </svg>{" "}
                {moves.map((move) => shorts.get(move) ?? move).join(", ")}
              </li>
            ))}
          </ol>
        </div>
      )}
      {beliefs && (
        <div>
          <p>
            {beliefs.possible === null
              ? `More positions are possible to ${beliefs.role} than can be listed: these are a sample. `
              : `${plural(beliefs.possible, "position")} ${beliefs.possible === 1 ? "is" : "are"} possible as far as ${beliefs.role} knows. `}
            The percentages assume that the others choose at random.
          </p>
          <div class="beliefs">
            {beliefs.states.map((one, at) => (
              <figure key={at}>
                <div class="board small" dangerouslySetInnerHTML={{ __html: one.svg }} />
                <figcaption>{percent(one.share)} %</figcaption>
              </figure>
            ))}
          </div>
        </div>
      )}
      {network && (
        <div>
          <p>
            The turn as a stochastic constraint network: {plural(network.variables, "variable")} with up to{" "}
            {plural(network.largest_domain, "value")}, {plural(network.constraints, "constraint")}; {network.stochastic ? `chance sets ${plural(network.stochastic, "variable")}` : "chance sets no variable"}.{" "}
            {network.solutions !== null &&
              `MAC finds ${plural(network.solutions, "solution")}: the joint moves that are possible.`}
          </p>
          <Meanings of={PARTS} />
          {network.edges ? (
            <Graph nodes={network.listed.map(node)} edges={network.edges} />
          ) : (
            <p class="note">The network is too large to be drawn.</p>
          )}
          <details>
            <summary>Variables</summary>
            <ul class="variables">
              {network.listed.map((one) => (
                <li key={one.name}>
                  <code>{one.name}</code>
                  {one.value !== null ? ` = ${one.value}` : ` in ${domain(one)}`}
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
    </div>
  );
}

/** A variable in the graph: those that the position fixes are known. */
function node(variable: Variable): Node {
  const { name, value, stochastic, constraints } = variable;
  const known = value === null ? `${name}: the solver chooses it from ${domain(variable)}` : `${name} is ${value} in this position`;
  return { name, value, stochastic, about: `${known}; ${plural(constraints, "constraint")}` };
}
