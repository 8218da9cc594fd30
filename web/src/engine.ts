// The page's side of the engine: calls by name, one after the other, each stopped with a word when it takes too long.
import { signal } from "@preact/signals";

declare const PATHS: { engine: string; program: string; stdlib: string; worker: string; lock: object };

export interface Problem {
  code: string;
  message: string;
  line: number;
  column: number;
  end_column: number;
  suggestions: string[];
  missing: Missing[];
}
export interface Missing {
  fact: string;
  subject: string;
  question: string;
  say: string[];
}
/** What an engine's answer is where there is none. */
export class Trouble extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

export interface Progress {
  /** Bytes that have come, of how many; 0 of 0 where that is not known. */
  loaded: number;
  total: number;
  state: "loading" | "starting" | "ready" | "failed";
  why?: string;
}
export const progress = signal<Progress>({ loaded: 0, total: 0, state: "loading" });
/** Milliseconds from the start of the worker until it could answer; for measurements. */
export const startTime = signal(0);

/** The engine itself stops after 8 s with a word; one that does not is ended and begun anew. */
const PATIENCE = 12_000;

interface Waiting {
  method: string;
  params: string;
  patience: number;
  done: (value: any) => void;
  failed: (error: Trouble) => void;
}
let worker: Worker | undefined;
let number = 0;
let current: (Waiting & { id: number; timer: number }) | undefined;
const queue: Waiting[] = [];
let isReady = false;
let makeReady: () => void;
export const ready: Promise<void> = new Promise((done) => (makeReady = done));

function begin(): void {
  isReady = false;
  worker = new Worker(new URL(PATHS.worker, document.baseURI), { type: "module" });
  worker.onmessage = (event) => heard(event.data);
  worker.onerror = (event) => failed(event.message);
  worker.postMessage({ begin: { base: document.baseURI, ...PATHS, kept: Boolean(navigator.serviceWorker?.controller) } });
}

function failed(why: string): void {
  progress.value = { ...progress.value, state: "failed", why };
  const error = new Trouble("failed", why);
  current?.failed(error);
  queue.splice(0).forEach((one) => one.failed(error));
  current = undefined;
}

function heard(told: any): void {
  if (told.loaded !== undefined) {
    progress.value = { ...progress.value, state: "loading" };
  } else if (told.phase) {
    progress.value = { ...progress.value, state: "starting" };
  } else if (told.failed !== undefined) {
    failed(told.failed);
  } else if (told.ready !== undefined) {
    isReady = true;
    startTime.value = told.ready;
    progress.value = { ...progress.value, state: "ready" };
    makeReady();
    next();
  } else if (current && told.id === current.id) {
    const { done, failed, timer } = current;
    clearTimeout(timer);
    current = undefined;
    const value = JSON.parse(told.result);
    if (value && value.error) failed(new Trouble(value.error.code, value.error.message, value.error.problems));
    else done(value);
    next();
  }
}

function next(): void {
  if (!isReady || current) return;
  const one = queue.shift();
  if (!one) return;
  const id = ++number;
  current = { ...one, id, timer: window.setTimeout(() => stopped(id), one.patience) };
  worker!.postMessage({ id, method: one.method, params: one.params });
}

/** Ends an engine that does not come back, and begins another for the calls behind it. */
function stopped(id: number): void {
  if (current?.id !== id) return;
  current.failed(new Trouble("too-long", ""));
  current = undefined;
  worker?.terminate();
  begin();
}

/** Begins to load the engine. */
export function start(): void {
  if (!worker) begin();
}

/** The value of an engine's method. Rejects with Trouble: what the engine says is wrong, or that it took too long. */
export function call<T>(method: string, params: object = {}, options: { patience?: number } = {}): Promise<T> {
  return new Promise((done, failed) => {
    queue.push({ method, params: JSON.stringify(params), patience: options.patience ?? PATIENCE, done, failed });
    next();
  });
}
