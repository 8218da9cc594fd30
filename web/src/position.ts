// The position that the tabs hand to each other: a text of the language, as a `.carc` file holds it.
import { signal } from "@preact/signals";
import { kept } from "./kept";

/** What Ask, Board and Game look at together; "" for nothing. */
export const position = kept("position", "");
export type Tab = "ask" | "board" | "game";
export const tab = signal<Tab>("ask");

/** Shows a position in another tab. */
export function open(where: Tab, text: string): void {
  position.value = text;
  tab.value = where;
}
