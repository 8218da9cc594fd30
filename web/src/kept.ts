// Small choices that are remembered on this phone, each as JSON under its own name.
import { effect, signal, type Signal } from "@preact/signals";

const PREFIX = "adjudicator:";

/** A signal whose value survives closing the page; `first` where nothing is kept, or it cannot be read. */
export function kept<T>(name: string, first: T): Signal<T> {
  let value = first;
  try {
    const found = localStorage.getItem(PREFIX + name);
    if (found !== null) value = JSON.parse(found);
  } catch {
    // What another version left in another shape is no reason to stop.
  }
  const made = signal(value);
  effect(() => {
    const text = JSON.stringify(made.value);
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {
      // A phone that keeps nothing still answers.
    }
  });
  return made;
}
