// The constraint side: an XCSP3 instance, its graph and its answer; and quantified CSPs to play.

import { useState } from "preact/hooks";
import { post } from "../api";
import { Graph, type Edge, type Node } from "../parts/graph";
import { Meanings } from "../parts/meanings";
import { count, domain } from "../words";
import { Quantified } from "./quantified";

interface Variable {
  name: string;
  domain: string[];
  size: number;
  stochastic: boolean;
  stage: number;
}

interface Studied {
  kind: string;
  variables: Variable[];
  constraints: { kind: string; scope: string[] }[];
  counts: Record<string, number>;
  edges: Edge[] | null;
  answer: {
    status: string; objective?: string; satisfaction?: number; solution: Record<string, string> | null;
    work: { nodes: number; fails: number; seconds: number };
  } | null;
}

const WORK = {
  nodes: "Choices that the solver made, and took back if they failed",
  fails: "Choices that led to no solution",
};

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
        {count(counts.constraints ?? 0)} constraints{counts.stochastic ? `, ${counts.stochastic} variables set by chance or by the opponent` : ""}.
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
          <Meanings of={WORK} />
        </div>
      )}
      {studied.edges && <Graph nodes={studied.variables.map((one) => node(one, answer?.solution?.[one.name]))} edges={studied.edges} />}
      <details>
        <summary>Variables and constraints</summary>
        <ul class="variables">
          {studied.variables.map((one) => (
            <li key={one.name}><code>{one.name}</code> in {domain(one)}{one.stochastic ? ", set by chance or by the opponent" : ""}</li>
          ))}
        </ul>
        <ol class="variables">
          {studied.constraints.map((one, at) => <li key={at}>{one.kind}({one.scope.join(", ")})</li>)}
        </ol>
      </details>
    </div>
  );
}

function node(variable: Variable, value: string | undefined): Node {
  const about = `${variable.name} in ${domain(variable)}${value === undefined ? "" : `, ${value} in the solution`}`;
  return { name: variable.name, value, stochastic: variable.stochastic, about };
}
