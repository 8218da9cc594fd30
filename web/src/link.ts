// A question in the fragment of a link: compressed, read by nobody but who opens it. What comes in is a stranger's.
export interface Shared {
  text: string;
  lang: string;
  use: string[];
  tab: "ask" | "board" | "game";
}
/** Signs of a fragment that is looked at, at most. */
export const LONGEST = 30_000;
/** Signs of the text in it, at most. */
export const LARGEST = 60_000;
/** Signs of a link that a QR code can hold so that a phone reads it. */
export const QR = 1_200;
const KEY = "q=";

async function through(data: BlobPart, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([data]).stream().pipeThrough(stream as any).getReader() as ReadableStreamDefaultReader<Uint8Array>;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => undefined);
      throw new RangeError("too large");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** The link that opens this question on another phone. */
export async function link(shared: Shared): Promise<string> {
  const told = new TextEncoder().encode(JSON.stringify({ v: 1, t: shared.text, l: shared.lang, u: shared.use, p: shared.tab }));
  const packed = await through(told, new CompressionStream("deflate-raw"), Infinity);
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const signs = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}${location.pathname}#${KEY}${signs}`;
}

/** What a fragment holds: null where it holds nothing, "large" or "broken" where nobody should look further. */
export async function opened(fragment: string): Promise<Shared | "large" | "broken" | null> {
  const signs = fragment.replace(/^#/, "");
  if (!signs.startsWith(KEY)) return null;
  if (signs.length > LONGEST) return "large";
  try {
    const binary = atob(signs.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const told = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await through(packed, new DecompressionStream("deflate-raw"), LARGEST)));
    if (typeof told?.t !== "string" || told.v !== 1) return "broken";
    const use = Array.isArray(told.u) ? told.u.filter((one: unknown) => typeof one === "string").slice(0, 60) : [];
    const tab = told.p === "board" || told.p === "game" ? told.p : "ask";
    return { text: told.t, lang: typeof told.l === "string" ? told.l : "", use, tab };
  } catch (error) {
    return error instanceof RangeError ? "large" : "broken";
  }
}
