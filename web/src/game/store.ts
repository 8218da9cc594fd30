// The games that are kept on this phone: each by its id, as the text of its record. A newer page finds them as they are:
// what is stored only ever gains fields.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

export interface Kept {
  id: string;
  title: string;
  /** The record in the language of scenarios: all there is to a game. */
  text: string;
  /** Milliseconds. */
  made: number;
  changed: number;
}
interface Games extends DBSchema {
  games: { key: string; value: Kept; indexes: { changed: number } };
}
let opened: Promise<IDBPDatabase<Games>> | undefined;

function database(): Promise<IDBPDatabase<Games>> {
  opened ??= openDB<Games>("adjudicator", 1, {
    upgrade(db, before) {
      // Step by step from any version that ever was; nothing is ever dropped.
      if (before < 1) db.createObjectStore("games", { keyPath: "id" }).createIndex("changed", "changed");
    },
    blocking() {
      // A newer page wants to open it: this one lets go.
      void opened?.then((db) => db.close());
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}

/** All games, the one that was changed last first. */
export async function all(): Promise<Kept[]> {
  return (await (await database()).getAllFromIndex("games", "changed")).reverse();
}
/** Keeps a game; asks the phone not to clear it away when room gets scarce. */
export async function save(game: Kept): Promise<void> {
  await (await database()).put("games", game);
  void navigator.storage?.persist?.();
}
export async function remove(id: string): Promise<void> {
  await (await database()).delete("games", id);
}
export function fresh(title: string, text: string): Kept {
  const now = Date.now();
  return { id: crypto.randomUUID?.() ?? `${now}-${Math.random()}`, title, text, made: now, changed: now };
}
