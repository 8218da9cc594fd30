// What the tab Ask knows: the sentence, the table, the way of a button, and the answer.
import { signal } from "@preact/signals";
import { call, Trouble } from "../engine";
import { kept } from "../kept";
import { lang } from "../words";

export interface Rule {
  id: string;
  authority: string;
  text: string;
  source: string;
  url: string;
  number?: number;
}
/** Words that a line of the text has to have for an answer. */
export interface Change {
  say: string;
  label: string;
  line: number;
  column: number;
  end_column: number;
}
export interface Asked {
  question: string;
  fact: string;
  line: number;
  column: number;
  choices: { say: string; label: string; number: boolean }[];
  changes: Change[];
}
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string; what: string }
  | { kind: "items"; items: { text: string; items: string[] }[] }
  | { kind: "grid"; headers: string[]; rows: string[][]; right: number[] }
  | { kind: "rules"; rules: Rule[] }
  | { kind: "code"; text: string };
export interface Answer {
  ask: string;
  question: string;
  verdict: string;
  sentence: string;
  why: Block[];
  points: { player: string; name: string; points: number }[];
  sum: Block | null;
  rule: Rule | null;
  editions: { name: string; sentence: string }[];
  asks: Asked[];
  more: Block[];
}
export interface Wrong {
  code: string;
  message: string;
  line: number;
  column: number;
  end_column: number;
  suggestions: string[];
  readings: string[];
  asks: Asked[];
  rules: Rule[];
}
export interface Told {
  text: string;
  language: string;
  sentence: boolean;
  parts: string[];
  answers: Answer[];
  rules: Rule[];
  problems: Wrong[];
}
export interface Option {
  id: string;
  label: string;
}
export interface Question {
  key: string;
  kind: "choice" | "colour" | "order" | "counts" | "people";
  number: number;
  options?: Option[];
  colours?: Option[];
  figures?: Option[];
  counts?: { unit: string; label: string; least: number; most: number; first: number }[];
  most?: number;
}

export const PATHS = ["scores", "worth", "may", "gets", "next"] as const;
export type PathName = (typeof PATHS)[number];

/** What is typed, and the expansions on the table: both stay on the phone. */
export const sentence = kept("ask.sentence", "");
export const use = kept<string[]>("ask.table", []);
/** Colours in the order in which they were used last. */
export const colours = kept<string[]>("ask.colours", ["red", "blue", "green", "yellow", "black"]);

export const told = signal<Told | null>(null);
export const busy = signal(false);
/** What went wrong outside the question: too long, no engine. */
export const trouble = signal("");
export const path = signal<{ name: PathName; given: unknown[]; question: Question | null } | null>(null);
/** Whether what is shown came in through a link. */
export const stranger = signal(false);

async function asking<T>(what: () => Promise<T>, then: (value: T) => void): Promise<void> {
  busy.value = true;
  trouble.value = "";
  try {
    then(await what());
  } catch (error) {
    trouble.value = error instanceof Trouble ? (error.code === "too-long" ? "trouble.long" : error.message || "trouble.other") : "trouble.other";
  } finally {
    busy.value = false;
  }
}

const show = (value: Told) => {
  told.value = value;
};

/** Answers a sentence or a text, with the expansions on this table or on a stranger's. */
export function settle(text: string, table: string[] = use.value): Promise<void> {
  if (!text.trim()) return Promise.resolve();
  path.value = null;
  told.value = null;
  return asking(() => call<Told>("ask.answer", { text, lang: lang.value, use: table }), show);
}

/** Answers the text shown with other words in one of its lines. */
export function rewrite({ say, line, column, end_column }: Change): Promise<void> {
  const params = { text: told.value!.text, line, column, end_column, say, lang: lang.value, use: use.value };
  return asking(() => call<Told>("ask.rewrite", params), show);
}

/** Answers the text shown with one fact more. */
export function supply(asked: Asked, say: string, number?: number): Promise<void> {
  const text = told.value!.text;
  const params = { text, line: asked.line, column: asked.column, say, lang: lang.value, use: use.value, number: number ?? null };
  return asking(() => call<Told>("ask.supply", params), show);
}

/** Begins the way of a button, goes on with one answer more, or back by one. */
export function begin(name: PathName): Promise<void> {
  return go(name, []);
}
export function chosen(value: unknown): Promise<void> {
  const { name, given } = path.value!;
  return go(name, [...given, value]);
}
export function back(): Promise<void> {
  const { name, given } = path.value!;
  if (given.length) return go(name, given.slice(0, -1));
  path.value = null;
  return Promise.resolve();
}
async function go(name: PathName, given: unknown[]): Promise<void> {
  told.value = null;
  stranger.value = false;
  path.value ??= { name, given, question: null };
  let text = "";
  await asking(
    () => call<{ question?: Question; text?: string }>("ask.step", { path: name, given, lang: lang.value, use: use.value }),
    (value) => {
      if (value.question) path.value = { name, given, question: value.question };
      text = value.text ?? "";
    },
  );
  if (text) await settle(text);
}

/** What may lie on a table, as it was called the last time, until the engine says it anew. */
export const expansions = kept<{ id: string; title: string }[]>("ask.expansions", []);
export async function loadTable(): Promise<void> {
  const value = await call<{ expansions: { id: string; title: string }[] }>("ask.table", { lang: lang.value });
  expansions.value = value.expansions;
}
