// A rulesheet, written or pasted: problems beside their lines as one types, then the board and how random games go.

import { useEffect, useRef, useState } from "preact/hooks";
import { get, post } from "../api";
import type { Facts, Problem, View } from "../types";
import { Meanings } from "../parts/meanings";
import { count, plural } from "../words";

interface Tried {
  facts: Facts | null;
  svg: string | null;
  sizes: Record<string, number> | null;
  problems: Problem[];
  play: {
    playouts: number; finished: number; capped: number; broken: number; mean_length: number;
    wins: Record<string, number>; mean_goals: Record<string, number>;
  } | null;
}

const SIZES = {
  fluents: "Facts that can be true in one position and false in another",
  moves: "Moves that some role can have in some position",
  gates: "The size of the circuit that the rules were compiled into",
  steps: "Turns until the end of a game",
  wins: "The share of the random games that the role won",
  "mean goal": "What the role got on average, from 0 to 100",
};

const EXAMPLE = `; Race to ten
;
; Two players add 1, 2 or 3 in turn. Whoever says ten wins.
(role first)
(role second)
(init (sum 0))
(init (control first))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10)
(<= (plus ?a 1 ?b) (succ ?a ?b))
(<= (plus ?a 2 ?c) (succ ?a ?b) (succ ?b ?c))
(<= (plus ?a 3 ?d) (succ ?a ?b) (succ ?b ?c) (succ ?c ?d))
(<= (legal ?p (add ?n)) (true (control ?p)) (true (sum ?a)) (plus ?a ?n ?b))
(<= (legal first noop) (true (control second)))
(<= (legal second noop) (true (control first)))
(<= (next (sum ?b)) (true (sum ?a)) (does ?p (add ?n)) (plus ?a ?n ?b))
(<= (next (control second)) (true (control first)))
(<= (next (control first)) (true (control second)))
(<= terminal (true (sum 10)))
(<= (goal first 100) (true (sum 10)) (true (control second)))
(<= (goal first 0) (true (sum 10)) (true (control first)))
(<= (goal second 100) (true (sum 10)) (true (control first)))
(<= (goal second 0) (true (sum 10)) (true (control second)))
`;

export function Rules({ name }: { name: string }) {
  const [text, setText] = useState("");
  const [title, setTitle] = useState(name && name !== "-" ? name : "my game");
  const [problems, setProblems] = useState<Problem[]>([]);
  const [ok, setOk] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const turn = useRef(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (name) get<{ text: string }>(`/api/rules/${name}`).then((found) => setText(found.text), (error: Error) => setTrouble(error.message));
  }, [name]);

  // What was typed is checked after a pause; answers that come late are dropped.
  useEffect(() => {
    const mine = ++turn.current;
    setOk(false);
    setTried(null);
    if (!text.trim()) return setProblems([]);
    const timer = setTimeout(async () => {
      try {
        const found = await post<{ ok: boolean; problems: Problem[] }>("/api/check", { text });
        if (mine !== turn.current) return;
        setTrouble("");
        setProblems(found.problems);
        setOk(found.ok);
        if (!found.ok) return;
        setBusy(true);
        const played = await post<Tried>("/api/try", { text, name: title });
        if (mine === turn.current) setTried(played);
      } catch (error) {
        if (mine === turn.current) setTrouble((error as Error).message);
      }
      if (mine === turn.current) setBusy(false);
    }, 350);
    return () => clearTimeout(timer);
  }, [text]);

  const all = [...problems, ...(tried?.problems ?? [])];
  const worst = new Map<number, string>();
  for (const one of all) {
    if (one.line && (one.severity === "error" || !worst.has(one.line))) worst.set(one.line, one.severity);
  }
  const lines = Math.max(1, text.split("\n").length);
  const open = async (chairs: Record<string, string>) => {
    try {
      const view = await post<View>("/api/tables", { text, name: title, chairs });
      location.hash = `#/table/${view.id}`;
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    setTitle(file.name.replace(/\.[^.]*$/, ""));
    setText(await file.text());
  };
  const jump = (line: number) => {
    const box = area.current;
    if (!box) return;
    const start = text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    box.focus();
    box.setSelectionRange(start, start + (text.split("\n")[line - 1]?.length ?? 0));
    box.scrollTop = Math.max(0, (line - 4) * (box.scrollHeight / lines));
  };
  const playable = ok && !!tried?.facts;

  return (
    <div class="editor-page">
      <h1>Write a game</h1>
      <p>
        Paste, drop or open a rulesheet in the Game Description Language (KIF), or <button class="link" onClick={() => (setText(EXAMPLE), setTitle("race to ten"))}>start with an example</button>.
      </p>
      <div class="row">
        <label>
          Name <input value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
        <label class="button">
          Open a file
          <input class="hidden" type="file" accept=".kif,.gdl,.txt,text/plain" onChange={(event) => read(event.currentTarget.files?.[0])} />
        </label>
        <button class="primary" disabled={!playable} onClick={() => open({})}>Play it</button>
        <button disabled={!playable} onClick={() => open(Object.fromEntries((tried?.facts?.players ?? []).map((role) => [role, "hard"])))}>
          Watch it
        </button>
      </div>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      <div class="editor-grid">
        <div
          class="editor" onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => (event.preventDefault(), read(event.dataTransfer?.files[0]))}
        >
          <div class="gutter" ref={gutter} aria-hidden="true">
            {Array.from({ length: lines }, (_, at) => (
              <div key={at} class={worst.get(at + 1) ?? ""}>{at + 1}</div>
            ))}
          </div>
          <textarea
            ref={area} value={text} spellcheck={false} wrap="off" aria-label="Rules" placeholder="(role x) …"
            onInput={(event) => setText(event.currentTarget.value)}
            onScroll={(event) => gutter.current && (gutter.current.scrollTop = event.currentTarget.scrollTop)}
          />
        </div>
        <div class="findings">
          <p role="status">
            <strong>
              {!text.trim() ? "" : all.some((one) => one.severity === "error") ? "Not valid yet" : ok ? "Valid" : "Checking …"}
            </strong>
            {busy && " · playing random games …"}
          </p>
          <ul class="problems">
            {all.map((one, at) => (
              <li key={at} class={one.severity}>
                {one.line ? <button class="link" onClick={() => jump(one.line!)}>line {one.line}</button> : <span>{one.severity}</span>}
                {": "}
                {one.message} <code>{one.code}</code>
                {!!one.example?.length && <span class="note"> For example after {one.example.join(" ")}.</span>}
              </li>
            ))}
          </ul>
          {tried?.facts && <Statistics tried={tried} />}
          {tried?.svg && <div class="board" dangerouslySetInnerHTML={{ __html: tried.svg }} />}
        </div>
      </div>
    </div>
  );
}

function Statistics({ tried }: { tried: Tried }) {
  const { facts, play, sizes } = tried;
  return (
    <div class="scroll">
      <h2>How it plays</h2>
      <p class="note">
        {plural(facts!.roles.length, "role")}; {Object.entries(sizes ?? {}).map(([name, size]) => `${count(size)} ${name}`).join(", ")}.
        {play && ` ${count(play.playouts)} random games of ${play.mean_length.toFixed(1)} steps on average`}
        {play && (play.capped || play.broken) ? `; ${play.capped} did not end and ${play.broken} got stuck.` : play ? "; all of them ended well." : ""}
      </p>
      {play && (
        <table>
          <thead>
            <tr><th scope="col">role</th><th scope="col">wins</th><th scope="col">mean goal</th></tr>
          </thead>
          <tbody>
            {facts!.players.map((role) => (
              <tr key={role}>
                <th scope="row">{role}</th>
                <td>{play.playouts ? `${Math.round((100 * (play.wins[role] ?? 0)) / play.playouts)} %` : "–"}</td>
                <td>{(play.mean_goals[role] ?? 0).toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Meanings of={SIZES} />
    </div>
  );
}
