// What the page itself says, in the phone's language; what the engine says comes in that language from there.
import { computed } from "@preact/signals";
import { WORDS } from "./words/all";
import { kept } from "./kept";

export const FALLBACK = "en";
/** Codes of the languages that the page has words in. */
export const languages = Object.keys(WORDS);

function phones(): string {
  const wanted = navigator.languages.map((one) => one.toLowerCase().split("-")[0]!);
  return wanted.find((one) => languages.includes(one)) ?? FALLBACK;
}
/** What was chosen; "" for the phone's language. */
export const chosen = kept("language", "");
export const lang = computed(() => (languages.includes(chosen.value) ? chosen.value : phones()));

/** The page's word for `key`, with `{name}` filled in. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const said = WORDS[lang.value]?.[key] ?? WORDS[FALLBACK]?.[key] ?? key;
  return said.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** `text` with a capital in front, as a button has it. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(lang.value) + text.slice(1);
}
