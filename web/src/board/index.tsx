// The board: a position put together by tapping, the same position as text, and questions about what was tapped.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { call, ready, type Trouble } from "../engine";
import { kept } from "../kept";
import { position, tab } from "../position";
import { lang, t } from "../words";
import { Hand } from "./hand";
import { OwnTile } from "./own";
import { have, learn, picture } from "./pictures";
import { Picker } from "./picker";
import { Large, PieceButtons } from "./piece";
import { Answer, Problems, Reasons, type Ruling } from "./said";
import { cellKey, type Colour, type Corner, type Face, type Mark, type Piece, type Reason, type Square, type Table, type Wrong } from "./shapes";
import { Sheet } from "./sheet";
import { View, type Target } from "./view";

interface Figure {
  id: string;
  name: string;
  /** With the colour of the player who puts it. */
  whose: string;
  key: string;
  corner: boolean;
}
/** A figure of nobody: it stands on squares, or on the features that are listed. */
interface Neutral {
  id: string;
  name: string;
  key: string;
  /** Whether it goes beside a figure of a player. */
  beside: boolean;
  places: { id: string; name: string }[];
}
interface Pieces {
  figures: Figure[];
  neutral: Neutral[];
  spans: { id: string; name: string }[];
  over: { id: string; name: string }[];
}
const EMPTY: Table = { tiles: [], things: [], supposed: "", others: [], pictures: {}, problems: [], language: "en", use: [], players: [], features: [], neutral: [], own: [], moves: false, questions: [] };
const MOST_UNDO = 200;

/** The last position that could be read, and the text it stands for. */
const table = signal<Table>(EMPTY);
const shown = signal("");
const problems = signal<Wrong[]>([]);
const past = signal<string[]>([]);
const future = signal<string[]>([]);
const colours = signal<Colour[]>([]);
const marks = signal<Mark[]>([]);
const answer = signal<{ question: string; ruling: Ruling } | null>(null);
const player = kept("board.player", "red");
const figure = kept("board.figure", "meeple");
/** What the page itself wrote: no reason to note a step. */
let own = "";

export const colourName = (id: string): string => colours.value.find((one) => one.id === id)?.name ?? id;

/** Colours come once for each language. */
export async function learnColours(): Promise<void> {
  const told = await call<{ colours: Colour[] }>("board.colours", { lang: lang.value });
  colours.value = told.colours;
}

/** Writes the position, and notes what it was. */
function write(text: string): void {
  if (text === position.value) return;
  past.value = [...past.value.slice(-MOST_UNDO), position.value];
  future.value = [];
  own = text;
  position.value = text;
}
function undo(): void {
  const before = past.value.at(-1);
  if (before === undefined) return;
  past.value = past.value.slice(0, -1);
  future.value = [...future.value, position.value];
  own = before;
  position.value = before;
}
function redo(): void {
  const after = future.value.at(-1);
  if (after === undefined) return;
  future.value = future.value.slice(0, -1);
  past.value = [...past.value, position.value];
  own = after;
  position.value = after;
}

let reading = 0;
async function read(text: string): Promise<void> {
  const mine = ++reading;
  await ready;
  if (!colours.value.length) await learnColours();
  try {
    const told = await call<Table>("board.read", { text, lang: lang.value, have: have() });
    if (mine !== reading) return;
    learn(told.pictures);
    problems.value = told.problems;
    if (told.tiles) {
      table.value = told;
      shown.value = text;
    }
  } catch (error) {
    if (mine === reading) problems.value = [unreadable(error as Trouble)];
  }
}
const unreadable = (error: Trouble): Wrong => ({ code: error.code, message: error.message || t("board.too-long"), line: 0, column: 0, end_column: 0, suggestions: [], broken: [] });

export function Board() {
  const [face, hold] = useState<Face | null>(null);
  const [turns, turn] = useState(0);
  const [fits, setFits] = useState<{ fits: Square[]; others: { x: number; y: number }[] } | null>(null);
  const [open, show] = useState<{ x: number; y: number } | null>(null);
  const [why, tell] = useState<{ title: string; reasons: Reason[] } | null>(null);
  const [boxes, choose] = useState(false);
  const [making, make] = useState(false);
  const [corner, setCorner] = useState<{ figure: string; all: Corner[] } | null>(null);
  const [placing, place] = useState<Neutral | null>(null);
  const [pieces, setPieces] = useState<Pieces>({ figures: [], neutral: [], spans: [], over: [] });
  const [typed, type] = useState(position.value);
  const area = useRef<HTMLTextAreaElement>(null);
  const now = table.value;
  const text = position.value;
  const use = now.use.join(" ");

  useEffect(() => {
    // A text that came from elsewhere or was typed: what stood before it can be had again.
    if (text !== own && shown.value && shown.value !== text && past.value.at(-1) !== shown.value) past.value = [...past.value, shown.value];
    own = text;
    type(text);
    answer.value = null;
    marks.value = [];
    const timer = setTimeout(() => void read(text), 120);
    return () => clearTimeout(timer);
  }, [text, lang.value]);
  useEffect(() => {
    if (typed === position.value) return;
    const timer = setTimeout(() => {
      if (area.current?.value !== position.value) write(area.current!.value);
    }, 500);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    void ready.then(async () => {
      const told = await call<Pieces & { pictures: Record<string, string> }>("board.pieces", { use: now.use, lang: lang.value, colour: player.value, have: have() });
      learn(told.pictures);
      setPieces(told);
      setCorner((open) => (open && told.figures.some((one) => one.id === open.figure) ? open : null));
      if (told.figures.length && !told.figures.some((one) => one.id === figure.value)) figure.value = "meeple";
      await learnColours();
    });
  }, [use, lang.value, player.value]);
  useEffect(() => {
    if (!face) return setFits(null);
    let gone = false;
    void call<any>("board.placements", { text, tile: face.id, lang: lang.value })
      .then((told) => {
        if (gone) return;
        if (told.problems.length) problems.value = told.problems;
        setFits(told.fits ? told : null);
      })
      .catch(() => undefined);
    return () => void (gone = true);
  }, [face, text]);
  useEffect(() => {
    if (corner) void corners(corner.figure);
  }, [text]);

  async function change(what: string, how: object): Promise<boolean> {
    try {
      const told = await call<any>("board.change", { text: position.value, what, lang: lang.value, ...how });
      if (told.problems.length) {
        tell({ title: t("board.refused"), reasons: told.problems.map((one: Wrong) => ({ text: one.message, rules: one.broken })) });
        return false;
      }
      write(told.text);
      return true;
    } catch (error) {
      tell({ title: t("board.refused"), reasons: [{ text: (error as Trouble).message || t("board.too-long"), rules: [] }] });
      return false;
    }
  }

  const targets: Target[] = [];
  if (face && fits) {
    for (const one of fits.fits) targets.push({ x: one.x, y: one.y, how: one.turns.includes(turns) || alike(face, turns, one.turns) ? "fits" : "turned" });
    for (const one of fits.others) targets.push({ ...one, how: "no" });
  }
  async function lay(x: number, y: number): Promise<void> {
    if (!face) return;
    const square = fits?.fits.find((one) => one.x === x && one.y === y);
    if (!square) {
      const told = await call<any>("board.why_not", { text: position.value, tile: face.id, x, y, turns, lang: lang.value });
      tell({ title: t("board.target.no", { x, y }), reasons: told.reasons ?? [] });
      return;
    }
    const way = square.turns.includes(turns) || alike(face, turns, square.turns) ? turns : square.turns[0]!;
    if (await change("lay", { tile: face.id, x, y, turns: way })) hold(null);
  }
  async function corners(figure: string): Promise<void> {
    const told = await call<any>("board.corners", { text: position.value, player: player.value, figure, lang: lang.value });
    setCorner({ figure, all: told.corners ?? [] });
  }
  async function onCorner(one: Corner): Promise<void> {
    const there = now.things.find((thing) => thing.kind === "corner" && thing.cell[0] === one.x && thing.cell[1] === one.y);
    if (there) {
      await change("take", { x: one.x, y: one.y, segment: null, player: there.player, figure: there.figure, corner: true });
    } else if (!one.ok) {
      tell({ title: t("board.corner.no", { x: one.x, y: one.y }), reasons: one.reasons });
    } else if (await change("corner", { x: one.x, y: one.y, player: player.value, figure: corner?.figure })) {
      setCorner(null);
    }
  }
  async function ask(question: string, about: object = {}, keep = false): Promise<void> {
    show(null);
    try {
      const told = await call<any>("board.ask", { text: position.value, question, lang: lang.value, keep, ...about });
      if (told.problems.length) {
        tell({ title: t("board.no-answer"), reasons: told.problems.map((one: Wrong) => ({ text: one.message, rules: one.broken })) });
        return;
      }
      answer.value = { question: told.question, ruling: told.ruling };
      marks.value = told.marks;
    } catch (error) {
      tell({ title: t("board.no-answer"), reasons: [{ text: (error as Trouble).message || t("board.too-long"), rules: [] }] });
    }
  }
  function go(one: Wrong): void {
    const lines = (area.current?.value ?? "").split("\n");
    const start = lines.slice(0, one.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + one.column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(start, start + Math.max(1, one.end_column - one.column));
  }

  const stands = (one: Neutral) => now.neutral.find((each) => each.figure === one.id);
  const cornered = pieces.figures.filter((one) => one.corner);
  return (
    <>
      <h1>{t("tab.board")}</h1>
      <div class="row tools">
        <button type="button" onClick={undo} disabled={!past.value.length}>
          {t("board.undo")}
        </button>
        <button type="button" onClick={redo} disabled={!future.value.length}>
          {t("board.redo")}
        </button>
        <button type="button" onClick={() => choose(true)}>
          {t("board.boxes")}
        </button>
        <button type="button" onClick={() => write("")} disabled={!text}>
          {t("board.clear")}
        </button>
        {cornered.map((one) => (
          <button type="button" key={one.id} aria-pressed={corner?.figure === one.id} onClick={() => (corner ? setCorner(null) : void corners(one.id))}>
            {t("board.corners", { figure: one.whose })}
          </button>
        ))}
        {pieces.neutral
          .filter((one) => one.places.length > 0)
          .map((one) => (
            <button type="button" key={one.id} onClick={() => place(one)}>
              <img class="small" src={picture(one.key)} alt="" />
              {t(stands(one) ? "board.neutral.at" : "board.neutral.where", { figure: one.name, place: stands(one)?.place ?? "" })}
            </button>
          ))}
      </div>
      {now.supposed && <p>{now.supposed}</p>}
      <View
        label={[t("board.table"), now.supposed].filter(Boolean).join(", ")}
        tiles={now.tiles}
        things={now.things}
        marks={marks.value}
        targets={targets}
        corners={corner?.all ?? []}
        chosen={open ? cellKey(open.x, open.y) : ""}
        onTile={(x, y) => show({ x, y })}
        onTarget={(one) => void lay(one.x, one.y)}
        onCorner={(one) => void onCorner(one)}
      />
      {now.others.map((one, at) => (
        <div key={at}>
          <p>{one.supposed}</p>
          <View label={[t("board.table"), one.supposed].join(", ")} tiles={one.tiles} things={one.things} />
        </div>
      ))}
      {!now.tiles.length && !face && <p class="soft">{t("board.begin")}</p>}
      {now.features.length > 0 && <p class="soft">{t("board.told", { features: now.features.join(", ") })}</p>}
      {problems.value.length > 0 && (
        <div class="wrong">
          {shown.value !== text && <p>{t("board.stale")}</p>}
          <Problems of={problems.value} text={text} onPlace={go} />
        </div>
      )}
      {answer.value && <Answer question={answer.value.question} of={answer.value.ruling} colour={colourName} />}
      {face && <Hand face={face} turns={turns} onTurn={() => turn((turns + 1) % 4)} onDrop={(x, y) => void lay(x, y)} onAway={() => hold(null)} />}
      <Picker
        use={now.use}
        own={now.own}
        chosen={face?.id ?? ""}
        onPick={(one) => {
          hold(face?.id === one.id ? null : one);
          turn(0);
        }}
      />
      <div class="row">
        <button type="button" onClick={() => make(true)}>
          {t("board.own")}
        </button>
      </div>
      {now.tiles.length > 0 && (
        <div class="row">
          <button type="button" onClick={() => void ask("final")}>
            {t("board.ask.final-all")}
          </button>
          <button type="button" onClick={() => (tab.value = "ask")}>
            {t("board.ask.more")}
          </button>
        </div>
      )}
      <h2 id="board-text">{t("board.text")}</h2>
      <textarea
        ref={area}
        class="code"
        rows={8}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        aria-labelledby="board-text"
        value={typed}
        onInput={(event) => type(event.currentTarget.value)}
      />
      {open && (
        <TileSheet
          {...open}
          pieces={pieces}
          onClose={() => show(null)}
          onChange={change}
          onAsk={(question, about, keep) => void ask(question, about, keep)}
        />
      )}
      {making && (
        <OwnTile
          text={text}
          use={now.use}
          onClose={() => make(false)}
          onTake={async (made, how) => {
            if (!(await change("define", how))) return;
            make(false);
            turn(0);
            hold(made);
          }}
        />
      )}
      {boxes && (
        <Boxes
          use={now.use}
          onClose={() => choose(false)}
          onUse={(chosen) => {
            choose(false);
            void change("use", { boxes: chosen });
          }}
        />
      )}
      {placing && (
        <Sheet title={t("board.neutral.where", { figure: placing.name })} onClose={() => place(null)}>
          <div class="row">
            {placing.places.map((one) => {
              const here = stands(placing)?.id === one.id;
              return (
                <button type="button" key={one.id} aria-pressed={here} onClick={() => void change("stand", { figure: placing.id, place: here ? "" : one.id }).then((done) => done && place(null))}>
                  {one.name}
                </button>
              );
            })}
          </div>
        </Sheet>
      )}
      {why && (
        <Sheet title={why.title} onClose={() => tell(null)}>
          <Reasons of={why.reasons} />
        </Sheet>
      )}
    </>
  );
}

/** Whether a face that lies so looks as in one of the turns that are told: turns that look alike are told once. */
function alike(face: Face, turns: number, told: number[]): boolean {
  const looks = face.turns.length;
  return looks < 4 && told.some((one) => one % looks === turns % looks);
}

function Players({ pieces }: { pieces: Pieces }) {
  const [all, more] = useState(false);
  const some = all ? colours.value : colours.value.filter((one, at) => at < 5 || one.id === player.value);
  return (
    <fieldset class="players">
      <legend>{t("board.figure")}</legend>
      <div class="row" role="group" aria-label={t("board.colour")}>
        {some.map((one) => (
          <button type="button" key={one.id} class="colour" aria-pressed={player.value === one.id} onClick={() => (player.value = one.id)}>
            <span class="dot" style={{ background: one.value }} aria-hidden="true" />
            {one.name}
          </button>
        ))}
        {!all && colours.value.length > some.length && (
          <button type="button" onClick={() => more(true)}>
            {t("board.more")}
          </button>
        )}
      </div>
      <div class="row" role="group" aria-label={t("board.kind")}>
        {pieces.figures.filter((one) => !one.corner).map((one) => (
          <button type="button" key={one.id} aria-pressed={figure.value === one.id} onClick={() => (figure.value = one.id)}>
            <img class="small" src={picture(one.key)} alt="" />
            {one.name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface TileProps {
  x: number;
  y: number;
  pieces: Pieces;
  onClose: () => void;
  onChange: (what: string, how: object) => Promise<boolean>;
  onAsk: (question: string, about: object, keep?: boolean) => void;
}

/** What may be done with a tile and each piece of it. */
function TileSheet({ x, y, pieces, onClose, onChange, onAsk }: TileProps) {
  const [told, set] = useState<{ pieces: Piece[]; key: string; turns: number } | null>(null);
  const [wrong, say] = useState<Wrong[]>([]);
  const [piece, choose] = useState<number | null>(null);
  const now = table.value;
  const tile = now.tiles.find((one) => one.x === x && one.y === y);
  const things = now.things.filter((one) => one.cell[0] === x && one.cell[1] === y && one.kind === "figure");
  const kind = pieces.figures.some((one) => one.id === figure.value && !one.corner) ? figure.value : "meeple";
  useEffect(() => {
    void call<any>("board.places", { text: position.value, x, y, player: player.value, figure: kind, lang: lang.value })
      .then((found) => {
        say(found.problems);
        if (found.pieces) set(found);
      })
      .catch((error: Trouble) => say([unreadable(error)]));
  }, [position.value, x, y, kind, player.value]);
  const one = told?.pieces.find((each) => each.segment === piece);
  const neutral = pieces.neutral.filter((each) => !each.places.length);
  const name = pieces.figures.find((each) => each.id === kind)?.whose ?? kind;
  const about = { x, y, segment: piece };
  return (
    <Sheet title={t("board.tile-at", { tile: tile?.name ?? "", x, y })} onClose={onClose}>
      {wrong.length > 0 && <Problems of={wrong} text={position.value} />}
      {told && (
        <>
          <Large face={told.key} turns={told.turns} things={things} pieces={told.pieces} chosen={piece} onPiece={(each) => choose(each.segment)} />
          <PieceButtons pieces={told.pieces} chosen={piece} onPiece={(each) => choose(each.segment)} />
        </>
      )}
      {one ? (
        <>
          <h3>{one.name}</h3>
          <div class="row">
            <button
              type="button"
              class="main"
              aria-disabled={one.ok === false}
              aria-describedby={one.ok === false ? "board-why" : undefined}
              onClick={() => one.ok !== false && void onChange("put", { ...about, player: player.value, figure: kind })}
            >
              {t("board.put", { figure: name })}
            </button>
            {things
              .filter((each) => each.segment === piece)
              .map((each, at) => (
                <button type="button" key={at} onClick={() => void onChange("take", { ...about, player: each.player, figure: each.figure })}>
                  {t("board.take", { figure: each.name })}
                </button>
              ))}
            {things
              .filter((each) => each.segment === piece)
              .map((each) =>
                neutral
                  .filter((other) => other.beside)
                  .map((other) => (
                    <button type="button" key={`${other.id} ${each.key}`} onClick={() => void onChange("stand", { ...about, figure: other.id, player: each.player, beside: each.figure })}>
                      {t("board.neutral.beside", { figure: other.name, other: each.name })}
                    </button>
                  )),
              )}
            {one.kind === "city" &&
              pieces.over.map((each) => (
                <button type="button" key={each.id} onClick={() => void onChange("castle", { ...about, kind: each.id, player: player.value }).then((done) => done && onClose())}>
                  {t("board.over", { what: each.name })}
                </button>
              ))}
          </div>
          {one.ok === false && <Reasons of={one.reasons ?? []} id="board-why" />}
          <Players pieces={pieces} />
          <h3>{t("board.ask")}</h3>
          <div class="row">
            {["score", "final", "majority", "complete", "tiles"].map((question) => (
              <button type="button" key={question} onClick={() => onAsk(question, about)}>
                {t(`board.ask.${question}`)}
              </button>
            ))}
            <button type="button" onClick={() => onAsk("may", { ...about, player: player.value, figure: kind })}>
              {t("board.ask.may", { figure: name })}
            </button>
          </div>
        </>
      ) : (
        <p class="soft">{t("board.point")}</p>
      )}
      {neutral.length > 0 && (
        <>
          <h3>{t("board.neutral")}</h3>
          <div class="row">
            {neutral.map((each) => {
              const here = things.some((thing) => thing.figure === each.id && !thing.player);
              return (
                <button type="button" key={each.id} aria-pressed={here} onClick={() => void onChange("stand", here ? { figure: each.id } : { figure: each.id, x, y })}>
                  <img class="small" src={picture(each.key)} alt="" />
                  {t(here ? "board.neutral.away" : "board.neutral.here", { figure: each.name })}
                </button>
              );
            })}
          </div>
        </>
      )}
      <h3>{t("board.whole-tile")}</h3>
      <div class="row">
        {[1, 2, 3].map((more) => (
          <button type="button" key={more} onClick={() => void onChange("turn", { x, y, turns: ((tile?.turns ?? 0) + more) % 4 })}>
            {t("board.turn-by", { degrees: 90 * more })}
          </button>
        ))}
        {pieces.spans.map((each) =>
          ["N", "E"].map((side) => (
            <button type="button" key={each.id + side} onClick={() => void onChange("span", { x, y, unit: each.id, side })}>
              {t(`board.span.${side}`, { what: each.name })}
            </button>
          )),
        )}
        <button type="button" onClick={() => void onChange("lift", { x, y }).then((done) => done && onClose())}>
          {t("board.lift")}
        </button>
      </div>
    </Sheet>
  );
}

/** The expansions on the table. */
export function Boxes({ use, onUse, onClose }: { use: string[]; onUse: (boxes: string[]) => void; onClose: () => void }) {
  const [all, set] = useState<{ id: string; title: string; always: boolean }[]>([]);
  const [chosen, choose] = useState(use);
  useEffect(() => {
    void call<any>("board.boxes", { lang: lang.value }).then((told) => set(told.boxes));
  }, []);
  return (
    <Sheet title={t("board.boxes")} onClose={onClose}>
      <div class="boxes">
        {all
          .filter((one) => !one.always)
          .map((one) => (
            <label key={one.id}>
              <input type="checkbox" checked={chosen.includes(one.id)} onChange={(event) => choose(event.currentTarget.checked ? [...chosen, one.id] : chosen.filter((other) => other !== one.id))} />
              <span>{one.title}</span>
            </label>
          ))}
      </div>
      <button type="button" class="main" onClick={() => onUse(chosen)}>
        {t("board.boxes.take")}
      </button>
    </Sheet>
  );
}
