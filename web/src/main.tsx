// The frame of the page: where one is, light or dark, and what is wrong if something is.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "./api";
import { Constraints } from "./pages/constraints";
import { Gallery } from "./pages/gallery";
import { Opening } from "./pages/opening";
import { Play } from "./pages/play";
import { Rules } from "./pages/rules";
import { Tournaments } from "./pages/tournaments";
import { Watch } from "./pages/watch";
import { applyTheme, nextTheme, type Theme, theme as savedTheme } from "./theme";
import type { Hello } from "./types";
import "./style.css";

interface Where {
  page: string;
  rest: string;
  asked: URLSearchParams;
}

function where(): Where {
  const [path = "", asked = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...rest] = path.split("/");
  return { page, rest: decodeURIComponent(rest.join("/")), asked: new URLSearchParams(asked) };
}

const PAGES = [
  { page: "", title: "Games" },
  { page: "rules", title: "Write a game" },
  { page: "watch", title: "Watch" },
  { page: "tournaments", title: "Tournaments" },
  { page: "constraints", title: "Constraints" },
];

function App() {
  const [at, setAt] = useState(where);
  const [hello, setHello] = useState<Hello | null>(null);
  const [trouble, setTrouble] = useState("");
  const [theme, setTheme] = useState<Theme>(savedTheme());

  useEffect(() => {
    const moved = () => setAt(where());
    addEventListener("hashchange", moved);
    get<Hello>("/api/hello").then(
      (found) => {
        setHello(found);
        // What the command line named is opened, once.
        if (!location.hash && found.game) location.hash = `#/play/${found.game}`;
        else if (!location.hash && found.file) location.hash = "#/play/-";
      },
      (error: Error) => setTrouble(error.message),
    );
    return () => removeEventListener("hashchange", moved);
  }, []);
  useEffect(() => applyTheme(theme), [theme]);

  const title = PAGES.find((one) => one.page === at.page)?.title ?? "Play";
  useEffect(() => {
    document.title = `${title} · woodstock`;
  }, [title]);

  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById("main")?.focus())}>
        Skip to the content
      </a>
      <header>
        <a class="brand" href="#/">woodstock</a>
        <nav aria-label="Pages">
          {PAGES.map((one) => (
            <a key={one.page} href={`#/${one.page}`} aria-current={one.page === at.page ? "page" : undefined}>
              {one.title}
            </a>
          ))}
        </nav>
        <button class="theme" onClick={() => setTheme(nextTheme(theme))} aria-label={`Colours: ${theme}. Change`}>
          {{ auto: "◐", light: "☀", dark: "☾" }[theme]}
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {trouble && <p class="trouble" role="alert">{trouble}</p>}
        {hello && page(at, hello)}
      </main>
    </>
  );
}

function page(at: Where, hello: Hello) {
  switch (at.page) {
    case "":
      return <Gallery hello={hello} />;
    case "play":
      return <Opening key={location.hash} game={at.rest} asked={at.asked} />;
    case "table":
      return <Play key={at.rest} id={at.rest} choices={hello.choices} start={at.asked.get("step")} />;
    case "rules":
      return <Rules name={at.rest} />;
    case "watch":
      return <Watch choices={hello.choices} />;
    case "tournaments":
      return <Tournaments choices={hello.choices} name={at.rest} />;
    case "constraints":
      return <Constraints />;
    default:
      return <p>There is no such page. <a href="#/">Back to the games</a></p>;
  }
}

render(<App />, document.getElementById("app")!);
