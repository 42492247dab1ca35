// A game is opened: a table is laid, and the page goes there.

import { useEffect, useState } from "preact/hooks";
import { post } from "../api";
import type { View } from "../types";

export function Opening({ game, asked }: { game: string; asked: URLSearchParams }) {
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    const line = asked.get("moves") ?? "";
    const given = game === "-" ? { file: true } : { game };
    post<View>("/api/tables", { ...given, line }).then(
      (view) => location.replace(`#/table/${view.id}`),
      (error: Error) => setTrouble(error.message),
    );
  }, []);
  return trouble ? (
    <>
      <h1>This game could not be opened</h1>
      <p class="trouble" role="alert">{trouble}</p>
      <p>
        <a href="#/">Back to the games</a>
      </p>
    </>
  ) : (
    <p role="status">Opening the game …</p>
  );
}
