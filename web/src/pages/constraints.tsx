// The constraint side: an XCSP3 instance, its graph and its answer; and quantified CSPs to play.

import { useState } from "preact/hooks";
import { post } from "../api";
import { count } from "../words";
import { Quantified } from "./quantified";

interface Studied {
  kind: string;
  variables: { name: string; domain: string[]; size: number; stochastic: boolean; stage: number }[];
  constraints: { kind: string; scope: string[] }[];
  counts: Record<string, number>;
  graph: { edges: [number, number, number][] } | null;
  answer: {
    status: string; objective?: string; satisfaction?: number; solution: Record<string, string> | null;
    work: { nodes: number; fails: number; seconds: number };
  } | null;
}

const EXAMPLE = `<instance format="XCSP3" type="CSP">
  <variables>
    <array id="q" size="[8]"> 0..7 </array>
  </variables>
  <constraints>
    <allDifferent> q[] </allDifferent>
    <allDifferent> add(q[0],0) add(q[1],1) add(q[2],2) add(q[3],3) add(q[4],4) add(q[5],5) add(q[6],6) add(q[7],7) </allDifferent>
    <allDifferent> sub(q[0],0) sub(q[1],1) sub(q[2],2) sub(q[3],3) sub(q[4],4) sub(q[5],5) sub(q[6],6) sub(q[7],7) </allDifferent>
  </constraints>
</instance>
`;

export function Constraints() {
  const [text, setText] = useState(EXAMPLE);
  const [studied, setStudied] = useState<Studied | null>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const study = async (solve: boolean) => {
    setBusy(true);
    setTrouble("");
    try {
      setStudied(await post<Studied>("/api/networks", { text, solve }));
    } catch (error) {
      setTrouble((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <>
      <h1>Constraints</h1>
      <p>woodstock plays by solving constraint networks. Here you can solve one of your own, or play a quantified one.</p>
      <section>
        <h2>A network</h2>
        <label class="field wide">
          <span>An XCSP3 instance: CSP, COP, SCSP or QCSP. The example is the eight queens.</span>
          <textarea rows={10} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="row">
          <label class="button">
            Open a file
            <input class="hidden" type="file" accept=".xml,text/xml" onChange={async (event) => {
              const file = event.currentTarget.files?.[0];
              if (file) setText(await file.text());
            }} />
          </label>
          <button disabled={busy} onClick={() => study(false)}>Show</button>
          <button class="primary" disabled={busy} onClick={() => study(true)}>{busy ? "Working …" : "Solve"}</button>
        </div>
        {trouble && <p class="trouble" role="alert">{trouble}</p>}
        {studied && <Shown studied={studied} />}
      </section>
      <Quantified />
    </>
  );
}

function Shown({ studied }: { studied: Studied }) {
  const { answer, counts } = studied;
  return (
    <div>
      <p role="status">
        {studied.kind}: {count(counts.variables ?? 0)} variables with up to {counts.largest_domain} values,{" "}
        {count(counts.constraints ?? 0)} constraints{counts.stochastic ? `, ${counts.stochastic} variables that are drawn or universal` : ""}.
      </p>
      {answer && (
        <div class="answer">
          <p>
            <strong>{answer.status}</strong>
            {answer.objective && `, value ${answer.objective}`}
            {answer.satisfaction !== undefined && answer.satisfaction !== null && `, satisfied with probability ${answer.satisfaction.toFixed(3)}`}
            . Work: {count(answer.work.nodes)} nodes, {count(answer.work.fails)} fails, {answer.work.seconds} s.
          </p>
          {answer.solution && (
            <p class="solution">
              {Object.entries(answer.solution).map(([name, value]) => <code key={name}>{`${name} = ${value}`}</code>)}
            </p>
          )}
        </div>
      )}
      {studied.graph && <Graph names={studied.variables.map((one) => one.name)} edges={studied.graph.edges} />}
      <details>
        <summary>Variables and constraints</summary>
        <ul class="variables">
          {studied.variables.map((one) => (
            <li key={one.name}><code>{one.name}</code> in {"{"}{one.domain.join(", ")}{one.size > one.domain.length ? ", …" : ""}{"}"}{one.stochastic ? ", not ours to set" : ""}</li>
          ))}
        </ul>
        <ol class="variables">
          {studied.constraints.map((one, at) => <li key={at}>{one.kind}({one.scope.join(", ")})</li>)}
        </ol>
      </details>
    </div>
  );
}

/** Variables on a circle, joined where they share a constraint. */
export function Graph({ names, edges, values }: { names: string[]; edges: [number, number, number][]; values?: string[] }) {
  const radius = 170;
  const at = (number: number) => {
    const turn = (2 * Math.PI * number) / Math.max(1, names.length) - Math.PI / 2;
    return { x: 260 + radius * Math.cos(turn), y: 210 + radius * Math.sin(turn), far: turn };
  };
  return (
    <svg class="graph" viewBox="0 0 520 420" role="img" aria-label={`${names.length} variables and ${edges.length} pairs that share a constraint`}>
      {edges.map(([one, other, shared]) => {
        const [a, b] = [at(one), at(other)];
        return <line key={`${one} ${other}`} class="edge" x1={a.x} y1={a.y} x2={b.x} y2={b.y} stroke-width={Math.min(4, shared)} />;
      })}
      {names.map((name, number) => {
        const point = at(number);
        const x = 260 + (radius + 34) * Math.cos(point.far);
        const y = 210 + (radius + 22) * Math.sin(point.far);
        return (
          <g key={name}>
            <circle class={values?.[number] !== undefined ? "node set" : "node"} cx={point.x} cy={point.y} r="9" />
            {values?.[number] !== undefined && <text class="node-value" x={point.x} y={point.y + 4}>{values[number]}</text>}
            <text class="node-name" x={x} y={y + 4}>{name.slice(0, 12)}</text>
          </g>
        );
      })}
    </svg>
  );
}
