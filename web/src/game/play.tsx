// One game: who has how many points, the turn that comes, what was claimed, and everything that was written down.
import { useEffect, useState } from "preact/hooks";
import { colourName } from "../board";
import { Hand } from "../board/hand";
import { have, learn } from "../board/pictures";
import { Picker } from "../board/picker";
import { Large, PieceButtons } from "../board/piece";
import { Problems, Reasons } from "../board/said";
import type { Face, Reason, Square, Wrong } from "../board/shapes";
import { Sheet } from "../board/sheet";
import { View, type Target } from "../board/view";
import { call, ready, type Trouble } from "../engine";
import { open as openIn } from "../position";
import { lang, t } from "../words";
import type { Moves, Read } from "./shapes";
import type { Kept } from "./store";

interface Props {
  game: Kept;
  onChange: (text: string) => void;
  onClose: () => void;
}
type What = "tile" | "scores" | "claim";

export function Play({ game, onChange, onClose }: Props) {
  const [now, set] = useState<Read | null>(null);
  const [wrong, say] = useState<{ problems: Wrong[]; text: string } | null>(null);
  const [what, choose] = useState<What | "">("");
  const [turn, look] = useState<number | null>(null);
  const [face, hold] = useState<Face | null>(null);
  const [turns, rotate] = useState(0);
  const [fits, setFits] = useState<{ fits: Square[]; others: { x: number; y: number }[] } | null>(null);
  const [laid, lay] = useState<{ x: number; y: number; turns: number; moves: Moves } | null>(null);
  const [why, tell] = useState<{ title: string; reasons: Reason[] } | null>(null);
  const [may, several] = useState<{ text: string; supposed: string }[]>([]);
  const [line, edit] = useState<number | null>(null);
  const text = game.text;
  const told = (problems: Wrong[], of = text) => say(problems.length ? { problems, text: of } : null);

  useEffect(() => {
    let gone = false;
    void ready
      .then(() => call<Read & { text?: string }>("game.read", { text, lang: lang.value, have: have(), turn }))
      .then((found) => {
        if (gone) return;
        learn(found.pictures);
        told(found.problems);
        if (found.turns) set(found);
      })
      .catch((error: Trouble) => !gone && told([bare(error)]));
    return () => void (gone = true);
  }, [text, lang.value, turn]);
  useEffect(() => {
    if (!face) return setFits(null);
    let gone = false;
    void call<any>("game.placements", { text, tile: face.id, lang: lang.value }).then((found) => {
      if (gone) return;
      if (found.problems.length) told(found.problems, found.text ?? text);
      setFits(found.fits ? found : null);
    });
    return () => void (gone = true);
  }, [face, text]);

  /** Adds to the record; true where the rules let it. */
  async function add(kind: string, how: object = {}): Promise<boolean> {
    try {
      const found = await call<any>("game.add", { text, what: kind, lang: lang.value, ...how });
      if (found.problems.length) {
        told(found.problems, found.text);
        return false;
      }
      say(null);
      several([]);
      look(null);
      onChange(found.text);
      return true;
    } catch (error) {
      told([bare(error as Trouble)]);
      return false;
    }
  }
  async function place(x: number, y: number): Promise<void> {
    if (!face) return;
    const square = fits?.fits.find((one) => one.x === x && one.y === y);
    const way = square && !fitting(face, turns, square) ? square.turns[0]! : turns;
    if (!square) {
      const found = await call<any>("game.why_not", { text, tile: face.id, x, y, turns, lang: lang.value });
      tell({ title: t("board.target.no", { x, y }), reasons: found.reasons ?? [] });
      return;
    }
    const moves = await call<Moves>("game.moves", { text, tile: face.id, x, y, turns: way, lang: lang.value });
    learn(moves.pictures);
    if (moves.problems.length) told(moves.problems);
    else lay({ x, y, turns: way, moves });
  }
  async function back(): Promise<void> {
    const found = await call<any>("game.back", { text, lang: lang.value });
    look(null);
    onChange(found.text);
  }
  async function file(kind: "carc" | "jcz"): Promise<void> {
    let data = text;
    if (kind === "jcz") {
      const found = await call<any>("game.export", { text, lang: lang.value });
      if (found.problems.length) return told(found.problems);
      data = found.jcz;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data], { type: "text/plain" }));
    link.download = `${(game.title || "game").replace(/[^\p{L}\p{N} _-]+/gu, " ").trim().slice(0, 60) || "game"}.${kind}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  async function asPosition(number: number): Promise<void> {
    const found = await call<any>("game.position", { text, turn: number, lang: lang.value });
    if (found.problems.length) told(found.problems);
    else if (found.positions.length === 1) openIn("board", found.text);
    else several(found.positions);
  }

  const targets: Target[] = [];
  if (face && fits) {
    for (const one of fits.fits) targets.push({ x: one.x, y: one.y, how: fitting(face, turns, one) ? "fits" : "turned" });
    for (const one of fits.others) targets.push({ ...one, how: "no" });
  }
  const said = (id: string) => {
    const player = now?.players.find((one) => one.id === id);
    return player?.name || player?.said || colourName(id);
  };
  const last = now?.turns.at(-1);
  const current = last?.totals ?? now?.start ?? {};
  const mode: What = what || (now?.scores_only ? "scores" : "tile");
  return (
    <>
      <div class="row">
        <button type="button" onClick={onClose}>
          ← {t("game.back-to-list")}
        </button>
      </div>
      <h1>{game.title || t("game.untitled")}</h1>
      {now && (
        <table class="totals">
          <caption class="unseen">{t("game.totals")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("game.player")}</th>
              <th scope="col">{t("game.now")}</th>
              {!now.ended && <th scope="col">{t("game.if-ended")}</th>}
            </tr>
          </thead>
          <tbody>
            {Object.keys(now.totals).map((id) => (
              <tr key={id}>
                <th scope="row">
                  <span class={`dot ${id}`} aria-hidden="true" /> {said(id)}
                </th>
                <td>{now.ended ? now.totals[id] : (current[id] ?? 0)}</td>
                {!now.ended && <td>{now.open[id]?.join(" / ") ?? now.totals[id]}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {now?.boards.map((one, at) => (
        <div key={at}>
          {one.supposed && <p>{one.supposed}</p>}
          <View
            label={[t("game.board-after", { number: now.shown }), one.supposed].filter(Boolean).join(", ")}
            tiles={one.tiles}
            things={one.things}
            targets={now.board ? targets : []}
            onTarget={(place_) => void place(place_.x, place_.y)}
          />
        </div>
      ))}
      {may.length > 0 && (
        <ul>
          {may.map((one) => (
            <li key={one.text}>
              <button type="button" onClick={() => openIn("board", one.text)}>
                {t("game.board")}: {one.supposed}
              </button>
            </li>
          ))}
        </ul>
      )}
      {wrong && (
        <div class="wrong">
          <Problems of={wrong.problems} text={wrong.text} />
          {now && now.mendings.length > 0 && (
            <>
              <p>{t("game.mend")}</p>
              <ul>
                {now.mendings.map((one, at) => (
                  <li key={at}>{one.text}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {now?.next && (
        <section>
          <h2>{t("game.next", { number: now.next.number, player: now.next.player ? `${said(now.next.player)} ${now.next.kind}`.trim() : now.next.said })}</h2>
          <div class="row" role="group" aria-label={t("game.what")}>
            {(["tile", "scores", "claim"] as const).map((one) => (
              <button type="button" key={one} aria-pressed={mode === one} onClick={() => choose(one)}>
                {t(`game.${one}`)}
              </button>
            ))}
          </div>
          {mode === "tile" && (
            <>
              {face && <Hand face={face} turns={turns} onTurn={() => rotate((turns + 1) % 4)} onDrop={(x, y) => void place(x, y)} onAway={() => hold(null)} />}
              <Picker
                use={now.use}
                chosen={face?.id ?? ""}
                onPick={(one) => {
                  hold(face?.id === one.id ? null : one);
                  rotate(0);
                  look(null);
                }}
              />
              <button type="button" onClick={() => void add("pass")}>
                {t("game.pass")}
              </button>
            </>
          )}
          {mode === "scores" && <Note players={now.players.map((one) => one.id)} next={now.next.player} said={said} began={now.turns.length > 0} onAdd={(how) => add("note", how)} />}
          {mode === "claim" && <Claim players={Object.keys(now.totals)} said={said} last={last?.number ?? 0} onAdd={(how) => add("claim", how)} />}
          <button type="button" onClick={() => void add("final")}>
            {t("game.end")}
          </button>
        </section>
      )}
      {now?.ended && (
        <section>
          <h2>{t("game.over")}</h2>
          <p>{t("game.winner", { players: now.winners.map(said).join(", ") })}</p>
          <Claim players={Object.keys(now.totals)} said={said} last={last?.number ?? 0} onAdd={(how) => add("claim", how)} />
        </section>
      )}
      {now && now.claims.length > 0 && (
        <section>
          <h2>{t("game.claims")}</h2>
          <ul class="claims">
            {now.claims.map((one, at) => (
              <li key={at} class={one.met ? "good" : "bad"}>
                <b>{one.met ? "✓" : "✗"}</b> {one.claim}: {t(one.met ? "game.claim.yes" : "game.claim.no")}
                {!one.met &&
                  Object.keys(one.claimed)
                    .filter((id) => one.claimed[id] !== one.recorded[id])
                    .map((id) => (
                      <span class="soft" key={id}>
                        {" "}
                        {said(id)}: {t("game.off", { claimed: one.claimed[id]!, recorded: one.recorded[id]! })}
                      </span>
                    ))}
              </li>
            ))}
          </ul>
          {now.parting && (
            <div class="parting">
              <p>{t("game.parts", { claim: now.parting.claim })}</p>
              {now.parting.after > 0 && <p>{t("game.parts-after", { number: now.parting.after })}</p>}
              {now.parting.turns.length > 0 && <p>{t("game.parts-in", { turns: now.parting.turns.map((number) => (number ? String(number) : t("game.final"))).join(", ") })}</p>}
              {now.parting.explanations.length > 0 && (
                <>
                  <p>{t("game.explains")}</p>
                  <ul>
                    {now.parting.explanations.map((one, at) => (
                      <li key={at}>{one.text}</li>
                    ))}
                  </ul>
                </>
              )}
            </div>
          )}
        </section>
      )}
      {now && (now.turns.length > 0 || now.claims.length > 0) && (
        <section>
          <h2>{t("game.entries")}</h2>
          <ol class="turns" role="list">
            {[...now.turns, ...(now.final ? [now.final] : [])].map((one) => (
              <li key={`${one.number} ${one.line}`}>
                <div>
                  <b>{one.number ? `${one.number}. ${said(one.player)}` : t("game.final")}</b> {one.kind} {one.move}
                  {one.lines.map((each, at) => (
                    <div class="soft" key={at}>
                      {said(each.player)}: {each.category}, {each.count} × {each.each} = {each.points} ({each.rule})
                    </div>
                  ))}
                </div>
                {one.number > 0 && (
                  <div class="row">
                    {now.on_tiles && (
                      <button type="button" aria-pressed={turn === one.number} onClick={() => look(turn === one.number ? null : one.number)} aria-label={t("game.board-after", { number: one.number })}>
                        👁
                      </button>
                    )}
                    <button type="button" onClick={() => edit(one.number)} aria-label={t("game.line", { number: one.number })}>
                      ✎
                    </button>
                    {now.on_tiles && (
                      <button type="button" onClick={() => void asPosition(one.number)}>
                        {t("game.board")}
                      </button>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ol>
          <button type="button" onClick={() => void back()}>
            {t("game.back")}
          </button>
        </section>
      )}
      <h2>{t("game.record")}</h2>
      <Record text={text} onTake={onChange} />
      <div class="row">
        <button type="button" onClick={() => void file("carc")}>
          {t("game.export.carc")}
        </button>
        <button type="button" onClick={() => void file("jcz")}>
          {t("game.export.jcz")}
        </button>
      </div>
      {laid && face && (
        <MoveSheet
          title={t("game.where", { tile: face.letter || face.id, x: laid.x, y: laid.y })}
          moves={laid.moves}
          onClose={() => lay(null)}
          onTake={async (typed, isAll) => {
            if (!isAll) {
              // A move may bring another: a wagon that goes on, a second figure.
              const more = await call<Moves>("game.moves", { text, tile: face.id, x: laid.x, y: laid.y, turns: laid.turns, typed, lang: lang.value });
              if (!more.problems.length && more.options.some((one) => !one.nothing)) return lay({ ...laid, moves: { ...more, typed } });
            }
            if (await add("turn", { tile: face.id, x: laid.x, y: laid.y, turns: laid.turns, typed })) hold(null);
            lay(null);
          }}
        />
      )}
      {line !== null && (
        <LineSheet
          number={line}
          text={lineOf(text, now, line)}
          onClose={() => edit(null)}
          onTake={async (typed) => {
            const found = await call<any>("game.retold", { text, number: line, line: typed, lang: lang.value });
            if (found.problems.length) return found.problems as Wrong[];
            edit(null);
            onChange(found.text);
            return [];
          }}
        />
      )}
      {why && (
        <Sheet title={why.title} onClose={() => tell(null)}>
          <Reasons of={why.reasons} />
        </Sheet>
      )}
    </>
  );
}

const bare = (error: Trouble): Wrong => ({ code: error.code, message: error.message || t("board.too-long"), line: 0, column: 0, end_column: 0, suggestions: [], broken: [] });

/** Whether a face that lies so is one of the ways that fit: ways that look alike are told once. */
function fitting(face: Face, turns: number, square: Square): boolean {
  const looks = face.turns.length;
  return square.turns.includes(turns) || (looks < 4 && square.turns.some((one) => one % looks === turns % looks));
}

function lineOf(text: string, now: Read | null, number: number): string {
  const line = now?.turns.find((one) => one.number === number)?.line ?? 0;
  return (text.split("\n")[line - 1] ?? "").trim();
}

/** What the player does besides laying the tile: the legal moves, and why there are no others. */
function MoveSheet({ title, moves, onTake, onClose }: { title: string; moves: Moves; onTake: (typed: string[], isAll: boolean) => void; onClose: () => void }) {
  const [piece, choose] = useState<number | null>(null);
  const made = moves.typed ?? [];
  const able = new Set(moves.options.map((one) => one.segment));
  const pieces = moves.pieces.map((one) => ({ ...one, ok: able.has(one.segment) }));
  const options = moves.options.filter((one) => !one.nothing && (piece === null || one.segment === piece));
  return (
    <Sheet title={title} onClose={onClose}>
      <Large face={moves.key} turns={moves.turns} pieces={pieces} chosen={piece} onPiece={(one) => choose(one.segment === piece ? null : one.segment)} />
      <PieceButtons pieces={pieces} chosen={piece} onPiece={(one) => choose(one.segment === piece ? null : one.segment)} />
      {made.length > 0 && <p>{made.join(", ")}</p>}
      <div class="stack">
        {options.map((one) => (
          <button type="button" key={one.typed} onClick={() => onTake([...made, one.typed], false)}>
            {one.said}
          </button>
        ))}
        <button type="button" class="main" onClick={() => onTake(made, true)}>
          {t(made.length ? "game.enough" : "game.nothing")}
        </button>
      </div>
      {moves.reasons.length > 0 && (
        <details>
          <summary>{t("game.why-not")}</summary>
          <Reasons of={moves.reasons} />
        </details>
      )}
    </Sheet>
  );
}

function LineSheet({ number, text, onTake, onClose }: { number: number; text: string; onTake: (line: string) => Promise<Wrong[]>; onClose: () => void }) {
  const [line, type] = useState(text);
  const [wrong, say] = useState<Wrong[]>([]);
  return (
    <Sheet title={t("game.line", { number })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onTake(line).then(say);
        }}
      >
        <input class="code" value={line} aria-label={t("game.line", { number })} spellcheck={false} autocapitalize="off" onInput={(event) => type(event.currentTarget.value)} />
        {wrong.length > 0 && <Problems of={wrong} text="" />}
        <div class="row">
          <button type="submit">{t("game.line.take")}</button>
        </div>
      </form>
    </Sheet>
  );
}

function Record({ text, onTake }: { text: string; onTake: (text: string) => void }) {
  const [typed, type] = useState(text);
  useEffect(() => type(text), [text]);
  return (
    <>
      <textarea class="code" rows={6} spellcheck={false} autocapitalize="off" aria-label={t("game.record")} value={typed} onInput={(event) => type(event.currentTarget.value)} />
      {typed !== text && (
        <div class="row">
          <button type="button" class="main" onClick={() => onTake(typed)}>
            {t("game.line.take")}
          </button>
          <button type="button" onClick={() => type(text)}>
            {t("game.cancel")}
          </button>
        </div>
      )}
    </>
  );
}

const KINDS = ["city", "road", "monastery", "field", "garden"] as const;
/** Points somebody wrote down, and what for. */
function Note({ players, next, said, began, onAdd }: { players: string[]; next: string; said: (id: string) => string; began: boolean; onAdd: (how: object) => Promise<boolean> }) {
  const [points, count] = useState("");
  const [kind, choose] = useState("");
  const [tiles, cover] = useState("");
  const [coats, crown] = useState("");
  const [incomplete, open] = useState(false);
  const [other, also] = useState("");
  return (
    <form
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        const how = { points: Number(points) || 0, kind, tiles: Number(tiles) || 0, coats: Number(coats) || 0, incomplete, ...(other ? { player: other, numbered: false } : {}) };
        void onAdd(how).then((done) => {
          if (!done) return;
          count("");
          choose("");
          cover("");
          crown("");
          open(false);
          also("");
        });
      }}
    >
      <label>
        {t("game.points")}
        <input inputMode="numeric" pattern="[0-9]{1,4}" required value={points} onInput={(event) => count(event.currentTarget.value)} />
      </label>
      <label>
        {t("game.for")}
        <select value={kind} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{t("game.kind.nothing")}</option>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`game.kind.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {kind && kind !== "field" && (
        <>
          <label>
            {t("game.tiles")}
            <input inputMode="numeric" pattern="[0-9]{0,3}" value={tiles} onInput={(event) => cover(event.currentTarget.value)} />
          </label>
          {kind === "city" && (
            <label>
              {t("game.coats")}
              <input inputMode="numeric" pattern="[0-9]{0,2}" value={coats} onInput={(event) => crown(event.currentTarget.value)} />
            </label>
          )}
          <label class="tick">
            <input type="checkbox" checked={incomplete} onChange={(event) => open(event.currentTarget.checked)} /> {t("game.incomplete")}
          </label>
        </>
      )}
      {began && (
        <label>
          {t("game.second")}
          <select value={other} onChange={(event) => also(event.currentTarget.value)}>
            <option value="">{said(next)}</option>
            {players.map((one) => (
              <option key={one} value={one}>
                {said(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="submit">{t("game.done")}</button>
    </form>
  );
}

/** What somebody says the score is. */
function Claim({ players, said, last, onAdd }: { players: string[]; said: (id: string) => string; last: number; onAdd: (how: object) => Promise<boolean> }) {
  const [points, set] = useState<Record<string, string>>({});
  const [after, when] = useState("");
  return (
    <form
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        const told = Object.entries(points).filter(([, number]) => number !== "");
        if (!told.length) return;
        void onAdd({ points: Object.fromEntries(told.map(([id, number]) => [id, Number(number)])), after: after ? Number(after) : null }).then((done) => {
          if (!done) return;
          set({});
          when("");
        });
      }}
    >
      <h3>{t("game.claim")}</h3>
      {players.map((id) => (
        <label key={id}>
          {said(id)}
          <input inputMode="numeric" pattern="-?[0-9]{1,4}" value={points[id] ?? ""} onInput={(event) => set({ ...points, [id]: event.currentTarget.value })} />
        </label>
      ))}
      {last > 0 && (
        <label>
          {t("game.claim.after")}
          <input inputMode="numeric" pattern="[0-9]{0,3}" value={after} onInput={(event) => when(event.currentTarget.value)} />
        </label>
      )}
      <button type="submit">{t("game.claim.add")}</button>
    </form>
  );
}
