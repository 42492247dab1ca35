// All bundled games, with pictures, to be searched and opened.

import { useEffect, useMemo, useState } from "preact/hooks";
import { get } from "../api";
import { shown } from "../theme";
import type { GameCard, Hello } from "../types";
import { plural } from "../words";

export function Gallery({ hello }: { hello: Hello }) {
  const [games, setGames] = useState<GameCard[] | null>(null);
  const [text, setText] = useState("");
  const [tag, setTag] = useState("");
  const [theme, setTheme] = useState(shown());
  useEffect(() => {
    get<{ games: GameCard[] }>("/api/games").then((found) => setGames(found.games));
    const changed = () => setTheme(shown());
    addEventListener("themechange", changed);
    return () => removeEventListener("themechange", changed);
  }, []);
  const tags = useMemo(() => [...new Set((games ?? []).flatMap((one) => one.tags))].sort(), [games]);
  const wanted = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = (games ?? []).filter((one) => {
    const said = [one.name, one.title, one.about, ...one.tags, ...one.roles].join(" ").toLowerCase();
    return (!tag || one.tags.includes(tag)) && wanted.every((word) => said.includes(word));
  });
  return (
    <>
      <h1>Games</h1>
      <p>
        Choose a game and play it against the computer, or <a href="#/rules">write your own</a>.
        {hello.file && (
          <>
            {" "}
            <a href="#/play/-">Play {hello.file}</a>.
          </>
        )}
      </p>
      <div class="row" role="search">
        <label class="grow">
          <span class="hidden">Search games</span>
          <input type="search" placeholder="Search games" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          <span class="hidden">Tag</span>
          <select value={tag} onChange={(event) => setTag(event.currentTarget.value)}>
            <option value="">all tags</option>
            {tags.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      <p class="note" role="status">{games && plural(found.length, "game")}</p>
      <ul class="gallery">
        {found.map((one) => (
          <li key={one.name}>
            <a href={`#/play/${one.name}`} class="card">
              <img loading="lazy" alt="" width="260" height="200" src={`/api/games/${one.name}/picture.svg?theme=${theme}`} />
              <h2>{one.title}</h2>
            </a>
            <p class="note">
              {plural(one.players, "player")}
              {one.chance && ", chance"}
              {one.sees && ", hidden"}
            </p>
            <p class="about">{one.about}</p>
            <p class="tags">
              {one.tags.map((name) => (
                <button key={name} onClick={() => setTag(tag === name ? "" : name)} aria-pressed={tag === name}>
                  {name}
                </button>
              ))}
              <a href={`#/rules/${one.name}`}>rules</a>
            </p>
          </li>
        ))}
      </ul>
      {games && !found.length && <p>No game matches.</p>}
    </>
  );
}
