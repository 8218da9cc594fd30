// Games: a list of those kept on this phone, and one that is being played or checked.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Boxes, learnColours } from "../board";
import { Problems } from "../board/said";
import type { Colour, Wrong } from "../board/shapes";
import { Sheet } from "../board/sheet";
import { call, ready, type Trouble } from "../engine";
import { kept } from "../kept";
import { lang, t } from "../words";
import { Play } from "./play";
import { all, fresh, remove, save, type Kept } from "./store";

const games = signal<Kept[]>([]);
/** The game that is open, also after the page was closed. */
const open = kept("game.open", "");
const trouble = signal("");
/** Files larger than this are no games. */
const LARGEST = 400_000;

async function list(): Promise<void> {
  try {
    games.value = await all();
  } catch (error) {
    trouble.value = t("game.not-saved", { why: String((error as Error).message ?? error) });
  }
}

async function keep(game: Kept): Promise<void> {
  const now = { ...game, changed: Date.now() };
  games.value = [now, ...games.value.filter((other) => other.id !== game.id)];
  try {
    await save(now);
    trouble.value = "";
  } catch (error) {
    trouble.value = t("game.not-saved", { why: String((error as Error).message ?? error) });
  }
}

export function Game() {
  const [isNew, begin] = useState(false);
  const [going, remove_] = useState<Kept | null>(null);
  const [wrong, say] = useState<{ problems: Wrong[]; text: string } | null>(null);
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void list();
  }, []);
  const current = games.value.find((game) => game.id === open.value);

  async function take(chosen: File): Promise<void> {
    say(null);
    const refuse = (message: string) => say({ problems: [{ code: "", message, line: 0, column: 0, end_column: 0, suggestions: [], broken: [] }], text: "" });
    if (chosen.size > LARGEST) return refuse(t("game.too-large"));
    try {
      const told = await call<any>("game.take_in", { text: await chosen.text(), name: chosen.name, lang: lang.value });
      if (told.problems.length) return say({ problems: told.problems, text: told.text ?? "" });
      for (const each of told.games) {
        const made = fresh(each.title || chosen.name.replace(/\.\w+$/, ""), each.text);
        await keep(made);
        if (told.games.length === 1) open.value = made.id;
      }
    } catch (error) {
      refuse((error as Trouble).message || t("board.too-long"));
    }
  }

  if (current) {
    return (
      <>
        {trouble.value && <p class="bad">{trouble.value}</p>}
        <Play key={current.id} game={current} onChange={(text) => void keep({ ...current, text })} onClose={() => (open.value = "")} />
      </>
    );
  }
  return (
    <>
      <h1>{t("tab.game")}</h1>
      <p class="soft">{t("game.intro")}</p>
      {trouble.value && <p class="bad">{trouble.value}</p>}
      <div class="row">
        <button type="button" class="main" onClick={() => begin(true)}>
          {t("game.add")}
        </button>
        <button type="button" onClick={() => file.current?.click()}>
          {t("game.import")}
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".carc,.jcz,.txt,application/json,text/plain"
          aria-label={t("game.import")}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (chosen) void take(chosen);
          }}
        />
      </div>
      {wrong && <Problems of={wrong.problems} text={wrong.text} />}
      {games.value.length === 0 && <p>{t("game.none")}</p>}
      <ul class="games">
        {games.value.map((game) => (
          <li key={game.id}>
            <button type="button" class="open" onClick={() => (open.value = game.id)}>
              <b>{game.title || t("game.untitled")}</b>
              <span class="soft">{new Date(game.changed).toLocaleString(lang.value)}</span>
            </button>
            <button type="button" onClick={() => remove_(game)} aria-label={`${t("game.delete")}: ${game.title}`}>
              {t("game.delete")}
            </button>
          </li>
        ))}
      </ul>
      {going && (
        <Sheet title={t("game.delete.sure", { title: going.title })} onClose={() => remove_(null)}>
          <div class="row">
            <button
              type="button"
              class="main"
              onClick={() => {
                void remove(going.id).then(list);
                remove_(null);
              }}
            >
              {t("game.delete")}
            </button>
            <button type="button" onClick={() => remove_(null)}>
              {t("game.cancel")}
            </button>
          </div>
        </Sheet>
      )}
      {isNew && (
        <New
          onClose={() => begin(false)}
          onBegin={async (title, text) => {
            const made = fresh(title, text);
            await keep(made);
            begin(false);
            open.value = made.id;
          }}
        />
      )}
    </>
  );
}

/** Who plays, and with what. */
function New({ onBegin, onClose }: { onBegin: (title: string, text: string) => Promise<void>; onClose: () => void }) {
  const [title, call_] = useState(t("game.title.first", { date: new Date().toLocaleDateString(lang.value) }));
  const [players, set] = useState([
    { id: "red", name: "" },
    { id: "blue", name: "" },
  ]);
  const [colours, know] = useState<Colour[]>([]);
  const [use, choose] = useState<string[]>([]);
  const [boxes, show] = useState(false);
  const [wrong, say] = useState<Wrong[]>([]);
  useEffect(() => {
    void ready.then(async () => {
      know((await call<{ colours: Colour[] }>("board.colours", { lang: lang.value })).colours);
      await learnColours();
    });
  }, []);
  const change = (at: number, what: object) => set(players.map((one_, other) => (other === at ? { ...one_, ...what } : one_)));
  const spare = colours.find((one_) => !players.some((player) => player.id === one_.id));
  async function begin(): Promise<void> {
    const told = await call<any>("game.begin", { title, players, use, lang: lang.value });
    say(told.problems);
    if (!told.problems.length) await onBegin(title, told.text);
  }
  return (
    <Sheet title={t("game.add")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <label>
          {t("game.title")}
          <input value={title} maxLength={80} onInput={(event) => call_(event.currentTarget.value)} />
        </label>
        <h3>{t("game.players")}</h3>
        {players.map((player, at) => (
          <div class="seat" key={at}>
            <select value={player.id} aria-label={t("board.colour")} onChange={(event) => change(at, { id: event.currentTarget.value })}>
              {(colours.length ? colours : [{ id: player.id, name: player.id, value: "", letter: "" }])
                .filter((one_) => one_.id === player.id || !players.some((other) => other.id === one_.id))
                .map((one_) => (
                  <option key={one_.id} value={one_.id}>
                    {one_.name}
                  </option>
                ))}
            </select>
            <input value={player.name} maxLength={40} placeholder={t("game.name")} aria-label={t("game.player.name", { number: at + 1 })} onInput={(event) => change(at, { name: event.currentTarget.value })} />
            {players.length > 1 && (
              <button type="button" class="close" onClick={() => set(players.filter((_, other) => other !== at))} aria-label={t("game.player.out", { number: at + 1 })}>
                ✕
              </button>
            )}
          </div>
        ))}
        <div class="row">
          {spare && players.length < 8 && (
            <button type="button" onClick={() => set([...players, { id: spare.id, name: "" }])}>
              {t("game.player.add")}
            </button>
          )}
          <button type="button" onClick={() => show(true)}>
            {t("board.boxes")} {use.length > 0 && `(${use.length})`}
          </button>
        </div>
        {wrong.length > 0 && <Problems of={wrong} text="" />}
        <button type="submit">{t("game.begin")}</button>
      </form>
      {boxes && (
        <Boxes
          use={use}
          onClose={() => show(false)}
          onUse={(chosen) => {
            choose(chosen);
            show(false);
          }}
        />
      )}
    </Sheet>
  );
}
