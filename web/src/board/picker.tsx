// The tiles of the boxes on the table as pictures, found by letter, sides or name.
import { useEffect, useState } from "preact/hooks";
import { call } from "../engine";
import { lang, t } from "../words";
import { have, learn, picture } from "./pictures";
import type { Face } from "./shapes";

/** Tiles that are shown at once; more come with a button. */
const SOME = 40;
const kept = new Map<string, Face[]>();

/** The faces of one box after the other, so that the first are there soon. */
export function useFaces(use: string[]): Face[] {
  const [faces, set] = useState<Face[]>([]);
  const wanted = ["base", ...use].join(" ");
  useEffect(() => {
    let gone = false;
    (async () => {
      const found: Face[] = [];
      for (const box of wanted.split(" ")) {
        const key = `${lang.value} ${box}`;
        if (!kept.has(key)) {
          const told = await call<{ tiles: Face[]; pictures: Record<string, string> }>("board.tiles", { use, box, lang: lang.value, have: have() });
          learn(told.pictures);
          kept.set(key, told.tiles ?? []);
        }
        if (gone) return;
        found.push(...kept.get(key)!);
        set([...found]);
      }
    })().catch(() => undefined);
    return () => void (gone = true);
  }, [wanted, lang.value]);
  return faces;
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether a face is meant: its letter, its sides however it lies, one of its names, or what it shows. */
export function isMeant(face: Face, words: string): boolean {
  const wanted = words.trim();
  if (!wanted) return true;
  if (/^[A-Z]$/.test(wanted)) return face.letter === wanted;
  const said = folded(wanted);
  if (/^[cfrs]{1,4}$/.test(said) && (face.edges + face.edges).includes(said)) return true;
  const told = folded([...face.names, ...face.kinds, ...face.marks, face.id].join(" "));
  return face.letter.toLowerCase() === said || said.split(/\s+/).every((word) => word.length > 1 && told.includes(word));
}

export function Picker({ use, own = [], chosen, onPick }: { use: string[]; own?: Face[]; chosen: string; onPick: (face: Face) => void }) {
  const faces = [...own, ...useFaces(use)];
  const [words, search] = useState("");
  const [most, more] = useState(SOME);
  const found = faces.filter((one) => isMeant(one, words));
  return (
    <div class="picker">
      <input type="search" value={words} placeholder={t("board.search.hint")} aria-label={t("board.search")} onInput={(event) => search(event.currentTarget.value)} />
      <p class="soft" role="status">
        {faces.length ? t("board.found", { count: found.length }) : t("board.loading")}
      </p>
      <div class="strip" role="group" aria-label={t("board.tiles")} tabIndex={0}>
        {found.slice(0, most).map((one) => (
          <button type="button" key={one.id} class="pick" aria-pressed={chosen === one.id} data-tile={one.id} onClick={() => onPick(one)} aria-label={t("board.tile", { name: one.letter || one.id, sides: one.edges, shows: [...one.kinds, ...one.marks].join(", ") })}>
            <img src={picture(one.key)} alt="" draggable={false} />
            <span aria-hidden="true">{one.letter || one.id.split("/").pop()}</span>
          </button>
        ))}
        {found.length > most && (
          <button type="button" onClick={() => more(most + SOME)}>
            {t("board.more")}
          </button>
        )}
      </div>
    </div>
  );
}
