// Matches between players, live, and matches that were played elsewhere, from their records.

import { useEffect, useState } from "preact/hooks";
import { get, post } from "../api";
import { Seats } from "../parts/seats";
import type { Choices, GameCard, View } from "../types";

export function Watch({ choices }: { choices: Choices }) {
  const [games, setGames] = useState<GameCard[]>([]);
  const [game, setGame] = useState("connect_four");
  const [rules, setRules] = useState("");
  const [trouble, setTrouble] = useState("");
  const [said, setSaid] = useState("");
  useEffect(() => {
    get<{ games: GameCard[] }>("/api/games").then((found) => setGames(found.games));
  }, []);
  const chosen = games.find((one) => one.name === game);

  const open = async (chairs: Record<string, string>) => {
    setTrouble("");
    try {
      location.hash = `#/table/${(await post<View>("/api/tables", { game, chairs })).id}`;
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    setTrouble("");
    try {
      const text = await file.text();
      // A file of records has one on each line: the first is shown.
      const record = JSON.parse(text.trim().startsWith("{") && text.trim().includes("\n{") ? text.trim().split("\n")[0]! : text);
      const given = { record, rules: rules.trim() ? rules : null };
      const found = await post<{ view: View; problem: string }>("/api/records", given);
      if (found.problem) setSaid(`The record breaks the rules: ${found.problem}`);
      location.hash = `#/table/${found.view.id}?step=0`;
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };

  return (
    <>
      <h1>Watch</h1>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {said && <p role="status">{said}</p>}
      <section>
        <h2>A match between players</h2>
        <label class="field">
          <span>Game</span>
          <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
            {games.map((one) => (
              <option key={one.name} value={one.name}>{one.title}</option>
            ))}
          </select>
        </label>
        {chosen && (
          <Seats
            key={game} roles={chosen.roles} clock={null} choices={choices} action="Watch"
            chairs={Object.fromEntries(chosen.roles.map((role) => [role, "hard"]))} onDone={open}
          />
        )}
      </section>
      <section>
        <h2>A record</h2>
        <p>Open a record that woodstock or ggp-base wrote (JSON). If the game is not bundled, paste its rules first.</p>
        <label class="field">
          <span>Rules, if needed</span>
          <textarea rows={3} value={rules} spellcheck={false} onInput={(event) => setRules(event.currentTarget.value)} />
        </label>
        <label class="button">
          Open a record
          <input class="hidden" type="file" accept=".json,.jsonl,application/json" onChange={(event) => read(event.currentTarget.files?.[0])} />
        </label>
      </section>
    </>
  );
}
