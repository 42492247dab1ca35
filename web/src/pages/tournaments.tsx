// Experiments in the folder where woodstock web was started: how far they are, their tables, and a small one to start.

import { useEffect, useState } from "preact/hooks";
import { get, post } from "../api";
import { Meanings } from "../parts/meanings";
import type { Choices, GameCard } from "../types";

const CELL = {
  "A vs. B": "The score of A against B: its wins, and half of the draws, as a share of the matches",
  "[low, high]": "The 95 % interval: with more matches, the score will probably be between these numbers",
};

interface Bar {
  row: string;
  column: string;
  value: number;
  low: number | null;
  high: number | null;
}
interface Standing {
  file: string;
  title: string;
  done: number;
  total: number;
  failed: number;
  running: boolean;
  table: { header: string[]; rows: string[][]; notes: string[] };
  bars: Bar[];
  failures: string[];
}
interface Listed {
  tournaments: { file: string; name: string }[];
  running: string | null;
  folder: string;
}

export function Tournaments({ choices, name }: { choices: Choices; name: string }) {
  const [listed, setListed] = useState<Listed | null>(null);
  const [standing, setStanding] = useState<Standing | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let alive = true;
    const look = async () => {
      try {
        const found = await get<Listed>("/api/tournaments");
        const one = name ? await get<Standing>(`/api/tournaments/${name}`) : null;
        if (!alive) return;
        setListed(found);
        setStanding(one);
        setTrouble("");
      } catch (error) {
        if (alive) setTrouble((error as Error).message);
      }
      if (alive) timer = setTimeout(look, 2500);
    };
    let timer = setTimeout(look, 0);
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [name]);
  return (
    <>
      <h1>Tournaments</h1>
      {trouble && <p class="note" role="status">{trouble}</p>}
      {standing && <Shown standing={standing} />}
      <h2>In this folder{listed ? ` (${listed.folder})` : ""}</h2>
      {listed && !listed.tournaments.length && <p>There are no results here yet.</p>}
      <ul>
        {listed?.tournaments.map((one) => (
          <li key={one.file}>
            <a href={`#/tournaments/${encodeURIComponent(one.file)}`} aria-current={one.file === name ? "page" : undefined}>{one.name}</a>
            {listed.running === one.file && " (running)"}
          </li>
        ))}
      </ul>
      {listed?.running && <button onClick={() => post("/api/tournaments/stop")}>Stop the running tournament</button>}
      <Start choices={choices} />
    </>
  );
}

function Shown({ standing }: { standing: Standing }) {
  const { table } = standing;
  if (!standing.total) return <p role="status">Getting ready …</p>;
  return (
    <section>
      <h2>{standing.title}</h2>
      <p role="status">
        <progress max={Math.max(1, standing.total)} value={standing.done} aria-label="Progress" /> {standing.done} of {standing.total}{" "}
        matches played{standing.running ? " so far" : ""}{standing.failed ? `, ${standing.failed} failed` : ""}.
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr>{table.header.map((one) => <th key={one} scope="col">{one}</th>)}</tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => (
              <tr key={at}>{row.map((cell, column) => (column ? <td key={column}>{cell}</td> : <th key={column} scope="row">{cell}</th>))}</tr>
            ))}
          </tbody>
        </table>
      </div>
      {table.notes.map((note) => <p key={note} class="note">{note}</p>)}
      <Meanings of={CELL} />
      <Bars bars={standing.bars} />
      {standing.failures.map((failure) => <p key={failure} class="trouble">{failure}</p>)}
    </section>
  );
}

/** The figures with their 95 % intervals. */
function Bars({ bars }: { bars: Bar[] }) {
  if (!bars.length) return null;
  const most = Math.max(1, ...bars.map((bar) => bar.high ?? bar.value));
  const x = (value: number) => 320 + (260 * value) / most;
  const rows = new Set(bars.map((bar) => bar.row)).size > 1;
  return (
    <svg class="bars" viewBox={`0 0 600 ${26 * bars.length + 8}`} role="img" aria-label={bars.map((bar) => `${bar.row}, ${bar.column}: ${bar.value.toFixed(2)}`).join("; ")}>
      {bars.map((bar, at) => (
        <g key={at}>
          <text class="axis-text" x="312" y={26 * at + 20}>{(rows ? `${bar.row}, ${bar.column}` : bar.column).slice(0, 48)}</text>
          <rect class="bar" x={x(0)} y={26 * at + 6} width={Math.max(0, x(bar.value) - x(0))} height="18" />
          {bar.low !== null && bar.high !== null && <line class="interval" x1={x(bar.low)} x2={x(bar.high)} y1={26 * at + 15} y2={26 * at + 15} />}
        </g>
      ))}
    </svg>
  );
}

function Start({ choices }: { choices: Choices }) {
  const [games, setGames] = useState<GameCard[]>([]);
  const [chosen, setChosen] = useState("connect_four");
  const [players, setPlayers] = useState("uct:playouts=300, woodstock:playouts=300");
  const [matches, setMatches] = useState(10);
  const [seconds, setSeconds] = useState(0.5);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    get<{ games: GameCard[] }>("/api/games").then((found) => setGames(found.games));
  }, []);
  const start = async (event: Event) => {
    event.preventDefault();
    setTrouble("");
    const title = games.find((one) => one.name === chosen)?.title ?? chosen;
    const names = players.split(",").map((one) => one.trim()).filter(Boolean);
    try {
      const given = { games: [chosen], players: names, matches, seconds, title: `${title}: ${names.join(", ")}` };
      location.hash = `#/tournaments/${(await post<{ file: string }>("/api/tournaments", given)).file}`;
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  return (
    <section>
      <h2>Start a tournament</h2>
      <form class="seats" onSubmit={start}>
        <label class="field">
          <span>Game</span>
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            {games.map((one) => <option key={one.name} value={one.name}>{one.title}</option>)}
          </select>
        </label>
        <label class="field">
          <span>Players, separated by commas</span>
          <input value={players} list="all-players" onInput={(event) => setPlayers(event.currentTarget.value)} />
          <datalist id="all-players">{choices.players.map((one) => <option key={one.name} value={one.name} />)}</datalist>
        </label>
        <label class="field">
          <span>Matches of each pair</span>
          <input type="number" min="1" max="10000" value={matches} onInput={(event) => setMatches(Number(event.currentTarget.value))} />
        </label>
        <label class="field">
          <span>Seconds for a move</span>
          <input type="number" min="0.01" max="60" step="0.01" value={seconds} onInput={(event) => setSeconds(Number(event.currentTarget.value))} />
        </label>
        <button class="primary" type="submit">Start</button>
      </form>
      <p class="note">It runs on one core. <code>woodstock experiment run</code> can continue it on the command line.</p>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
    </section>
  );
}
