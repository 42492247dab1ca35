// A table: the board, what can be done, and what there is to know.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, listen, post, query } from "../api";
import { Analysis } from "../parts/analysis";
import { Board, type Candidate, type Focus } from "../parts/board";
import { Curve } from "../parts/curve";
import { MoveInput } from "../parts/move_input";
import { MoveList } from "../parts/move_list";
import type { Overlay } from "../parts/overlay";
import { Seats } from "../parts/seats";
import { Share } from "../parts/share";
import { Status } from "../parts/status";
import type { Choices, Picture, Thought, View } from "../types";

type Tab = "moves" | "analysis" | "players" | "rules";
const TABS: { tab: Tab; title: string }[] = [
  { tab: "moves", title: "Moves" },
  { tab: "analysis", title: "Analysis" },
  { tab: "players", title: "Players" },
  { tab: "rules", title: "Rules" },
];

const NO_OVERLAY: Overlay = {};

export function Play({ id, choices, start }: { id: string; choices: Choices; start: string | null }) {
  const [view, setView] = useState<View | null>(null);
  const [viewer, setViewer] = useState<string | null>(null);
  const [step, setStep] = useState<number | null>(start === null ? null : Number(start));
  const [tab, setTab] = useState<Tab>("moves");
  const [trouble, setTrouble] = useState("");
  const [closed, setClosed] = useState(false);
  const [hint, setHint] = useState("");
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<{ on: Picture | null; overlay: Overlay }>({ on: null, overlay: {} });
  const [ghost, setGhost] = useState<Picture | null>(null);
  const [extra, setExtra] = useState<Record<number, Record<string, number>>>({});
  const [thought, setThought] = useState<Thought | null>(null);
  const asked = useRef(0);
  // Where the last move was made by keyboard: the focus returns there when it is the person's turn again.
  const focus = useRef<Focus>("");

  // Whatever was asked for last is shown, in whatever order the answers come.
  const load = useCallback(async () => {
    const mine = ++asked.current;
    try {
      const found = await get<View>(`/api/tables/${id}${query({ viewer, step })}`);
      if (mine === asked.current) setView((old) => steady(old, found));
    } catch (error) {
      if (mine === asked.current) setTrouble((error as Error).message);
    }
  }, [id, viewer, step]);
  useEffect(() => void load(), [load]);
  const latest = useRef(load);
  latest.current = load;
  useEffect(
    () =>
      listen(`/api/tables/${id}/events`, {
        changed: () => void latest.current(),
        thought: (said: Thought) => setThought(said),
        closed: () => setClosed(true),
      }),
    [id],
  );

  const act = useCallback(
    async (action: string, body: Record<string, unknown> = {}) => {
      const mine = ++asked.current;
      setTrouble("");
      setHint("");
      setGhost(null);
      setBusy(true);
      // What a player thought belongs to the line that was played.
      if (action !== "move" && action !== "pause") setThought(null);
      try {
        const found = await post<View>(`/api/tables/${id}/${action}`, { viewer, ...body });
        // A newer view that was asked for meanwhile is dropped here, so ask for it again.
        const again = mine !== asked.current;
        asked.current++;
        setStep(null);
        setView((old) => steady(old, found));
        setExtra((old) => Object.fromEntries(Object.entries(old).filter(([at]) => Number(at) <= found.steps)));
        if (again) void latest.current();
      } catch (error) {
        setTrouble((error as Error).message);
        void latest.current();
      }
      setBusy(false);
    },
    [id, viewer],
  );

  const go = useCallback((to: number) => view && setStep(to >= view.steps ? null : Math.max(0, to)), [view?.steps]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (!view || event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName)) return;
      const to = { ArrowLeft: view.at - 1, ArrowRight: view.at + 1, Home: 0, End: view.steps }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        go(to);
      }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [view, go]);

  if (!view) return trouble ? <Gone trouble={trouble} /> : <p role="status">Opening the match …</p>;

  const here = view.at === view.steps;
  const needed = passTo(view, viewer);
  if (needed !== null) {
    return (
      <section class="pass">
        <h1>{needed}, it is your turn</h1>
        <p>Pass the screen over. Each player sees only what that role knows.</p>
        <button class="primary" ref={(button) => button?.focus()} onClick={() => setViewer(needed)}>
          I am {needed}
        </button>
      </section>
    );
  }
  const picture = ghost ?? view.picture;
  // What is drawn on the board belongs to a position: another one does not show it.
  const setOverlay = (overlay: Overlay) => setShown({ on: view.picture, overlay });
  const overlay = shown.on === view.picture ? shown.overlay : NO_OVERLAY;
  const mine = view.viewer && view.waiting.includes(view.viewer) ? view.viewer : view.waiting[0];
  const move = (candidate: Candidate) => act("move", { role: candidate.role, text: candidate.move });
  const ask = async () => {
    setBusy(true);
    try {
      const found = await post<{ move: string; value: number | null }>(`/api/tables/${id}/hint`, { role: mine });
      const legal = view.picture.moves[mine!]?.find((one) => one.move === found.move);
      setHint(`${legal?.short ?? found.move}${found.value === null ? "" : `, worth about ${Math.round(100 * found.value)} of 100`}`);
      setOverlay({ point: legal?.steps.map((cells) => cells[0]!) ?? [] });
    } catch (error) {
      setTrouble((error as Error).message);
    }
    setBusy(false);
  };
  const watching = Object.values(view.chairs).every((chair) => !chair.person);
  const values = [...view.values, undefined].map((one, at) => extra[at] ?? one);

  return (
    <div class="table">
      <div class="stage">
        <h1>{view.game.title}</h1>
        <Status view={view} thought={thought} />
        {closed && <p class="trouble" role="alert">This match was closed. <a href="#/">Back to the games</a></p>}
        {trouble && <p class="trouble" role="alert">{trouble}</p>}
        {ghost && <p class="note">You are looking ahead of the match, at what the player expects.</p>}
        <Board
          picture={picture}
          label={`${view.game.title}, after ${view.at} moves`}
          overlay={overlay}
          focus={focus}
          onMove={here && !ghost && !busy ? move : undefined}
        />
        {hint && <p class="hint" role="status">Hint: {hint}</p>}
        {here && mine && !ghost && (
          <MoveInput key={`${view.steps} ${mine}`} role={mine} moves={view.picture.moves[mine] ?? []} focus={focus} onMove={(text) => act("move", { role: mine, text })}
            onPoint={(one) => setOverlay({ point: one?.steps.map((cells) => cells[0]!) ?? [] })} />
        )}
        <div class="row actions" role="group" aria-label="Actions">
          {watching && !view.over && (
            <>
              <button class="primary" onClick={() => act("pause", { paused: !view.paused })}>{view.paused ? "Continue" : "Pause"}</button>
              <button onClick={() => act("pause", { paused: true, step: true })}>One move</button>
            </>
          )}
          <button disabled={!view.can.undo} onClick={() => act("undo")}>Undo</button>
          <button disabled={!view.can.redo} onClick={() => act("redo")}>Redo</button>
          {mine && <button disabled={!view.can.hint || busy} onClick={ask}>Hint</button>}
          {mine && <button disabled={!view.can.resign} onClick={() => act("resign", { role: mine })}>Resign</button>}
          {view.can.swap && !watching && <button onClick={() => act("swap")}>Swap sides</button>}
          <button onClick={() => act("again")}>New game</button>
        </div>
      </div>
      <aside aria-label="About this match">
        <div class="tabs" role="tablist">
          {TABS.map((one) => (
            <button
              key={one.tab} role="tab" id={`tab-${one.tab}`} aria-selected={tab === one.tab} aria-controls="panel"
              tabIndex={tab === one.tab ? 0 : -1}
              onClick={() => setTab(one.tab)}
              onKeyDown={(event) => {
                const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
                if (!by) return;
                event.stopPropagation();
                const next = TABS[(TABS.findIndex((other) => other.tab === tab) + by + TABS.length) % TABS.length]!;
                setTab(next.tab);
                document.getElementById(`tab-${next.tab}`)?.focus();
              }}
            >
              {one.title}
            </button>
          ))}
        </div>
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
          {tab === "moves" && (
            <>
              <MoveList view={view} onStep={go} />
              <Curve game={view.game} values={values} at={view.at} onStep={go} />
              <Share view={view} />
            </>
          )}
          {tab === "analysis" && (
            <>
              <Analysis
                view={view} choices={choices} live={thought} onOverlay={setOverlay} onPicture={setGhost}
                onValues={(at, found) => setExtra((old) => ({ ...old, [at]: found }))}
              />
              <Curve game={view.game} values={values} at={view.at} onStep={go} />
            </>
          )}
          {tab === "players" && (
            <Seats
              key={JSON.stringify(view.chairs)} roles={view.game.players} clock={view.clock} choices={choices} action="Continue with these players"
              chairs={Object.fromEntries(Object.entries(view.chairs).map(([role, chair]) => [role, chair.text]))}
              onDone={(chairs, clock) => (setViewer(null), act("sit", { chairs, clock, viewer: null }))}
            />
          )}
          {tab === "rules" && <pre class="prose">{view.game.rules || "The rulesheet has no comment at its head."}</pre>}
        </div>
      </aside>
    </div>
  );
}

/** What was found, with the picture that is shown already if it is the same: a choice that was begun on it stands. */
function steady(old: View | null, found: View): View {
  return old && JSON.stringify(old.picture) === JSON.stringify(found.picture) ? { ...found, picture: old.picture } : found;
}

/** Who must take over the screen before anything is shown. */
function passTo(view: View, viewer: string | null): string | null {
  if (!view.private || view.over || !view.waiting.length) return null;
  if (viewer !== null && view.waiting.includes(viewer)) return null;
  return view.waiting[0]!;
}

function Gone({ trouble }: { trouble: string }) {
  return (
    <>
      <h1>This match is not open</h1>
      <p class="trouble" role="alert">{trouble}</p>
      <p>
        <a href="#/">Back to the games</a>
      </p>
    </>
  );
}
