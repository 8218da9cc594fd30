// A tile of one's own: what lies at its sides, what is joined, what lies on it; the sentence for it stands beside the picture.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call, type Trouble } from "../engine";
import { lang, t } from "../words";
import { have, learn, picture } from "./pictures";
import { Problems } from "./said";
import type { Face, Wrong } from "./shapes";
import { Sheet } from "./sheet";

interface Choice {
  id: string;
  name: string;
}
interface Choices {
  sides: Choice[];
  middle: Choice[];
  marks: Record<string, Choice[]>;
  shows: Choice[];
}
/** A piece that runs off the tile, called after the first of its sides. */
interface Part {
  id: string;
  kind: string;
  name: string;
  sides: number[];
  /** What a road ends at that does not run through; null for what has no end. */
  end: string | null;
  ends: Choice[];
}
interface Made {
  line: string;
  pieces: Part[];
  problems: Wrong[];
  face?: Face;
  pictures?: Record<string, string>;
}
const SIDES = ["N", "E", "S", "W"];
const START = {
  sides: ["field", "field", "field", "field"],
  /** For each side the first one of its piece, null for what is usual. */
  joined: [null, null, null, null] as (number | null)[],
  ends: {} as Record<string, string>,
  marks: {} as Record<string, string[]>,
  middle: [] as string[],
  shows: [] as string[],
};

/** Buttons of which one is chosen, or several. */
function Row({ label, all, chosen, onChoose, children }: { label: string; all: Choice[]; chosen: (id: string) => boolean; onChoose: (id: string) => void; children?: ComponentChildren }) {
  return (
    <fieldset class="players">
      <legend>{label}</legend>
      <div class="row">
        {all.map((one) => (
          <button type="button" key={one.id} data-choice={one.id} aria-pressed={chosen(one.id)} onClick={() => onChoose(one.id)}>
            {one.name}
          </button>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
const other = (list: string[], id: string): string[] => (list.includes(id) ? list.filter((one) => one !== id) : [...list, id]);

export function OwnTile({ text, use, onTake, onClose }: { text: string; use: string[]; onTake: (face: Face, how: object) => void; onClose: () => void }) {
  const [all, setAll] = useState<Choices>({ sides: [], middle: [], marks: {}, shows: [] });
  const [how, set] = useState({ ...START, name: t("board.own.name") });
  const [made, show] = useState<Made>({ line: "", pieces: [], problems: [] });
  useEffect(() => {
    void call<Choices>("own.choices", { use, lang: lang.value }).then(setAll);
  }, [use.join(" "), lang.value]);
  useEffect(() => {
    let gone = false;
    void call<Made>("own.draw", { text, lang: lang.value, have: have(), ...how })
      .then((told) => {
        if (gone) return;
        learn(told.pictures ?? {});
        show(told);
      })
      .catch((error: Trouble) => {
        if (!gone) show({ ...made, face: undefined, problems: [{ code: error.code, message: error.message || t("board.too-long"), line: 0, column: 0, end_column: 0, suggestions: [], broken: [] }] });
      });
    return () => void (gone = true);
  }, [how, text, lang.value]);

  const pieceAt = (side: number) => made.pieces.find((one) => one.sides.includes(side));
  /** The pieces of the kind of a side that begin before it: it may be part of one of them. */
  const before = (side: number) => made.pieces.filter((one) => one.kind === how.sides[side] && one.sides[0]! < side);
  const replaced = <T,>(list: T[], at: number, one: T) => list.map((old, n) => (n === at ? one : old));
  return (
    <Sheet title={t("board.own")} onClose={onClose}>
      <div class="made">
        {made.face && <img src={picture(made.face.key)} alt="" />}
        <code>{made.line}</code>
      </div>
      {made.problems.length > 0 && <Problems of={made.problems} text="" />}
      {SIDES.map((name, side) => (
        <Row
          key={name}
          label={t(`board.own.side.${name}`)}
          all={all.sides}
          chosen={(id) => how.sides[side] === id}
          onChoose={(id) => set({ ...how, sides: replaced(how.sides, side, id), joined: START.joined, ends: {}, marks: { ...how.marks, [name]: [] } })}
        >
          {before(side).length > 0 && (
            <div class="row">
              {before(side).map((one) => (
                <button type="button" key={one.id} aria-pressed={pieceAt(side)?.id === one.id} onClick={() => set({ ...how, joined: replaced(how.joined, side, one.sides[0]!) })}>
                  {t("board.own.joined", { piece: one.name })}
                </button>
              ))}
              <button type="button" aria-pressed={pieceAt(side)?.sides[0] === side} onClick={() => set({ ...how, joined: replaced(how.joined, side, side) })}>
                {t("board.own.alone")}
              </button>
            </div>
          )}
        </Row>
      ))}
      {all.middle.length > 0 && <Row label={t("board.own.middle")} all={all.middle} chosen={(id) => how.middle.includes(id)} onChoose={(id) => set({ ...how, middle: other(how.middle, id) })} />}
      {made.pieces
        .filter((one) => one.ends.length > 1)
        .map((one) => (
          <Row
            key={`e${one.id}`}
            label={t("board.own.ends", { piece: one.name })}
            all={one.ends.map((end) => ({ id: end.id, name: end.name || t("board.own.ends.nothing") }))}
            chosen={(id) => one.end === id}
            onChoose={(id) => set({ ...how, ends: { ...how.ends, [one.id]: id } })}
          />
        ))}
      {made.pieces
        .filter((one) => all.marks[one.kind]?.length)
        .map((one) => (
          <Row
            key={`m${one.id}`}
            label={t("board.own.carries", { piece: one.name })}
            all={all.marks[one.kind]!}
            chosen={(id) => (how.marks[one.id] ?? []).includes(id)}
            onChoose={(id) => set({ ...how, marks: { ...how.marks, [one.id]: other(how.marks[one.id] ?? [], id) } })}
          />
        ))}
      {all.shows.length > 0 && <Row label={t("board.own.shows")} all={all.shows} chosen={(id) => how.shows.includes(id)} onChoose={(id) => set({ ...how, shows: other(how.shows, id) })} />}
      <label class="called">
        {t("board.own.called")}
        <input value={how.name} maxLength={20} autocapitalize="characters" autocomplete="off" spellcheck={false} onInput={(event) => set({ ...how, name: event.currentTarget.value })} />
      </label>
      <button type="button" class="main" disabled={!made.face} onClick={() => made.face && onTake(made.face, how)}>
        {t("board.own.take")}
      </button>
    </Sheet>
  );
}
