// Pictures of tiles, figures and signs by their keys: each comes once from the engine and is shown as an image, so that
// nothing in it can become part of the page.
import { signal } from "@preact/signals";

const known = new Map<string, string>();
const count = signal(0);

/** Takes in what the engine sent. */
export function learn(pictures: Record<string, string> | undefined): void {
  const fresh = Object.entries(pictures ?? {}).filter(([key]) => !known.has(key));
  for (const [key, svg] of fresh) known.set(key, `data:image/svg+xml,${encodeURIComponent(svg)}`);
  if (fresh.length) count.value += fresh.length;
}

/** The keys of what is here already. */
export const have = (): string[] => [...known.keys()];

/** The address of a picture; "" until it comes. */
export function picture(key: string): string {
  void count.value; // whoever shows pictures is drawn again when some come
  return known.get(key) ?? "";
}
