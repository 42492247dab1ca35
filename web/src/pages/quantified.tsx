// A quantified CSP as a game: you set the variables of one quantifier, the computer those of the other.

import { useState } from "preact/hooks";
import { post } from "../api";
import { Graph, type Edge, type Node } from "../parts/graph";

interface Variable {
  name: string;
  universal: boolean;
  domain: string[];
  left: string[] | null;
}
interface Standing {
  text?: string;
  variables: Variable[];
  values: string[];
  edges: Edge[] | null;
  turn: "exists" | "forall" | null;
  winner: "exists" | "forall" | null;
  notes?: { variable: string; value: string; proof: number }[];
}

export function Quantified() {
  const [shape, setShape] = useState({ n: 8, d: 4 });
  const [side, setSide] = useState<"exists" | "forall">("exists");
  const [text, setText] = useState("");
  const [standing, setStanding] = useState<Standing | null>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);

  const answer = async (given: string, values: string[], value: string | null) => {
    setBusy(true);
    setTrouble("");
    try {
      setStanding(await post<Standing>("/api/quantified/answer", { text: given, values, side, value, seconds: 0.5 }));
    } catch (error) {
      setTrouble((error as Error).message);
    }
    setBusy(false);
  };
  const begin = async () => {
    setBusy(true);
    setTrouble("");
    try {
      const seed = Math.floor(1e6 * Math.random());
      const opened = await post<Standing>("/api/quantified", { shape, seed });
      setText(opened.text!);
      setStanding(opened);
      if (opened.turn !== side) await answer(opened.text!, [], null);
    } catch (error) {
      setTrouble((error as Error).message);
    }
    setBusy(false);
  };
  const next = standing ? standing.variables[standing.values.length] : undefined;

  return (
    <section>
      <h2>Play a quantified CSP</h2>
      <p>
        Two players set variables in turn. <em>Exists</em> wants all constraints to hold in the end, <em>for all</em> wants
        one to fail.
      </p>
      <div class="row">
        <label>Variables <input class="short" type="number" min="2" max="30" value={shape.n} onInput={(event) => setShape({ ...shape, n: Number(event.currentTarget.value) })} /></label>
        <label>Values <input class="short" type="number" min="2" max="8" value={shape.d} onInput={(event) => setShape({ ...shape, d: Number(event.currentTarget.value) })} /></label>
        <label>
          You are{" "}
          <select value={side} onChange={(event) => setSide(event.currentTarget.value as typeof side)}>
            <option value="exists">exists</option>
            <option value="forall">for all</option>
          </select>
        </label>
        <button class="primary" disabled={busy} onClick={begin}>New instance</button>
      </div>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {standing && (
        <div>
          <p role="status">
            {standing.winner ? (
              <strong>{standing.winner === side ? "You won." : "The computer won."} {standing.winner === "exists" ? "All constraints hold." : "A constraint fails."}</strong>
            ) : busy ? "The computer thinks …" : next && standing.turn === side ? (
              <strong>Set {next.name}.</strong>
            ) : ""}
            {standing.notes?.map((note) => <span key={note.variable}> The computer set {note.variable} = {note.value}{note.proof ? (note.proof > 0 ? " (exists wins from here)" : " (for all wins from here)") : ""}.</span>)}
          </p>
          {next && standing.turn === side && !standing.winner && (
            <div class="buttons" role="group" aria-label={`Values of ${next.name}`}>
              {next.domain.map((value) => {
                const lost = next.left !== null && !next.left.includes(value);
                return (
                  <button key={value} class="move" disabled={busy} onClick={() => answer(text, standing.values, value)} title={lost ? "ruled out by a constraint" : ""}>
                    {value}{lost ? " ✗" : ""}
                  </button>
                );
              })}
            </div>
          )}
          <ol class="prefix">
            {standing.variables.map((one, at) => (
              <li key={one.name} aria-current={at === standing.values.length ? "step" : undefined}>
                {one.universal ? "∀" : "∃"} {one.name}{standing.values[at] !== undefined ? ` = ${standing.values[at]}` : ""}
              </li>
            ))}
          </ol>
          {standing.edges && <Graph nodes={standing.variables.map((one, at) => node(one, standing.values[at]))} edges={standing.edges} />}
        </div>
      )}
    </section>
  );
}

function node(variable: Variable, value: string | undefined): Node {
  const { name, universal } = variable;
  const about = `${name}, ${universal ? "universal" : "existential"}, ${value === undefined ? `in {${variable.domain.join(", ")}}` : `is ${value}`}`;
  return { name, value, stochastic: universal, about };
}
