// The table: a button for each square, on a plane that is panned with a finger and zoomed with two, or by buttons.
import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../words";
import { picture } from "./pictures";
import { cellKey, type Corner, type Mark, type Thing, type Tile } from "./shapes";

/** How wide a tile is at scale 1. */
const SIZE = 100;
/** A square is never smaller than a finger. */
const LEAST = 0.44;
const MOST = 2.5;
/** The buttons below the table cover so much of it. */
const FOOT = 56;
/** How far a finger may slip and still tap. */
const SLIP = 8;

export interface Target {
  x: number;
  y: number;
  /** ``fits`` as it lies, ``turned`` if it is turned, ``no`` for a rule. */
  how: "fits" | "turned" | "no";
}
interface Props {
  tiles: Tile[];
  things: Thing[];
  marks?: Mark[];
  targets?: Target[];
  corners?: Corner[];
  chosen?: string;
  label: string;
  onTile?: (x: number, y: number) => void;
  onTarget?: (target: Target) => void;
  onCorner?: (corner: Corner) => void;
}

const Square = memo(
  function Square({ tile, things, name }: { tile: Tile; things: Thing[]; name: string }) {
    return (
      <>
        {tile.key ? (
          <img class={`face t${tile.turns}`} src={picture(tile.key)} alt="" draggable={false} />
        ) : (
          <span class="unknown" aria-hidden="true">
            ?
          </span>
        )}
        {things.map((one, at) => (
          <img key={at} class="thing" src={picture(one.key)} alt="" draggable={false} style={{ left: `${one.at[0] - 16}px`, top: `${one.at[1] - 16}px` }} />
        ))}
        <span class="unseen">{name}</span>
      </>
    );
  },
  (one, other) => one.tile.key === other.tile.key && one.tile.turns === other.tile.turns && one.name === other.name && one.things === other.things,
);

/** The same list for the same figures, so that a square that does not change is not drawn again. */
function useSame(lists: Map<string, Thing[]>): Map<string, Thing[]> {
  const before = useRef(new Map<string, Thing[]>());
  const kept = new Map<string, Thing[]>();
  for (const [cell, list] of lists) {
    const old = before.current.get(cell);
    kept.set(cell, old && JSON.stringify(old) === JSON.stringify(list) ? old : list);
  }
  before.current = kept;
  return kept;
}
const NONE: Thing[] = [];

export function View({ tiles, things, marks = [], targets = [], corners = [], chosen = "", label, onTile, onTarget, onCorner }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const plane = useRef<HTMLDivElement>(null);
  const seen = useRef({ x: 0, y: 0, scale: 1 });
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);
  const fitted = useRef("");
  const shownIn = useRef("");

  const all = [...tiles, ...targets];
  const xs = all.map((one) => one.x);
  const ys = all.map((one) => one.y);
  const box = { left: Math.min(0, ...xs), top: Math.min(0, ...ys), right: Math.max(0, ...xs) + 1, bottom: Math.max(0, ...ys) + 1 };
  if (tiles.length && !tiles.some((one) => one.x === 0 && one.y === 0)) {
    Object.assign(box, { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs) + 1, bottom: Math.max(...ys) + 1 });
  }

  function show(): void {
    const { x, y, scale } = seen.current;
    if (!plane.current) return;
    plane.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    plane.current.style.setProperty("--finger", `${44 / scale}px`); // what is no square stays as large as a finger
  }
  function fit(): void {
    const { clientWidth: width, clientHeight: whole } = frame.current!;
    const height = whole - FOOT;
    const wide = (box.right - box.left) * SIZE;
    const high = (box.bottom - box.top) * SIZE;
    const scale = Math.max(LEAST, Math.min(1.4, (width - 16) / wide, (height - 16) / high));
    seen.current = { scale, x: width / 2 - (box.left * SIZE + wide / 2) * scale, y: height / 2 - (box.top * SIZE + high / 2) * scale };
    show();
  }
  /** Zooms about a point of the frame. */
  function zoom(by: number, at?: { x: number; y: number }): void {
    const { clientWidth, clientHeight } = frame.current!;
    const middle = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const { x, y, scale } = seen.current;
    const now = Math.max(LEAST, Math.min(MOST, scale * by));
    seen.current = { scale: now, x: middle.x - ((middle.x - x) / scale) * now, y: middle.y - ((middle.y - y) / scale) * now };
    show();
  }

  const size = `${box.left},${box.top},${box.right},${box.bottom}`;
  useLayoutEffect(() => {
    // A table that grows out of sight is shown whole again; otherwise it stays as it was moved.
    const { x, y, scale } = seen.current;
    const { clientWidth: width, clientHeight: height } = frame.current!;
    if (!width) return;
    const out = box.left * SIZE * scale + x < 0 || box.top * SIZE * scale + y < 0 || box.right * SIZE * scale + x > width || box.bottom * SIZE * scale + y > height - FOOT;
    if (!fitted.current || (fitted.current !== size && out)) fit();
    fitted.current = size;
  }, [size]);
  useEffect(() => {
    // A panel that was hidden has no size until it is shown.
    const watch = new ResizeObserver(() => {
      if (!frame.current) return; // it has gone in the meantime
      const { clientWidth, clientHeight } = frame.current;
      const room = `${clientWidth}x${clientHeight}`;
      if (clientWidth && room !== shownIn.current) fit(); // else it stays where a finger has moved it
      shownIn.current = room;
    });
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, [size]);

  const local = (event: PointerEvent | WheelEvent) => {
    const { left, top } = frame.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  function down(event: PointerEvent): void {
    if (event.isPrimary) fingers.current.clear(); // one that was lifted elsewhere is forgotten
    if (fingers.current.size === 0) moved.current = 0;
    fingers.current.set(event.pointerId, local(event));
    if (fingers.current.size > 1) {
      // Two fingers tap nothing, and are followed wherever they go.
      moved.current = SLIP + 1;
      for (const id of fingers.current.keys()) frame.current!.setPointerCapture(id);
    }
  }
  function move(event: PointerEvent): void {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = local(event);
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (other) {
      // What lay between the fingers stays between them: it is moved with their middle, and grows about it.
      const middle = (one: { x: number; y: number }) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
      const apart = (one: { x: number; y: number }) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      seen.current.x += middle(now).x - middle(before).x;
      seen.current.y += middle(now).y - middle(before).y;
      zoom(apart(now) / apart(before), middle(now));
    } else {
      moved.current += Math.hypot(now.x - before.x, now.y - before.y);
      if (moved.current > SLIP) {
        // Only what is dragged is captured: a tap stays with its button.
        if (!frame.current!.hasPointerCapture(event.pointerId)) frame.current!.setPointerCapture(event.pointerId);
        seen.current.x += now.x - before.x;
        seen.current.y += now.y - before.y;
        show();
      }
    }
    fingers.current.set(event.pointerId, now);
  }
  const up = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  function click(event: MouseEvent): void {
    if (moved.current > SLIP && event.detail) {
      event.stopPropagation();
      event.preventDefault();
    }
  }

  const lists = new Map<string, Thing[]>();
  for (const one of things) {
    const at = cellKey(...one.cell);
    lists.set(at, [...(lists.get(at) ?? []), one]);
  }
  const own = useSame(lists);
  const squares = [
    ...tiles.map((one) => ({ at: one, tile: one, target: undefined as Target | undefined })),
    ...targets.map((one) => ({ at: one, tile: undefined, target: one })),
  ].sort((one, other) => one.at.y - other.at.y || one.at.x - other.at.x);

  /** Arrow keys go to the nearest square in that direction. */
  function key(event: KeyboardEvent): void {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = (event.target as HTMLElement).dataset;
    if (!way || from.x === undefined) {
      if (event.key === "+" || event.key === "=") zoom(1.25);
      else if (event.key === "-") zoom(0.8);
      return;
    }
    event.preventDefault();
    const [dx, dy] = way as [number, number];
    const near = squares
      .map(({ at }) => ({ at, along: (at.x - Number(from.x)) * dx + (at.y - Number(from.y)) * dy, aside: Math.abs((at.x - Number(from.x)) * dy) + Math.abs((at.y - Number(from.y)) * dx) }))
      .filter((one) => one.along > 0)
      .sort((one, other) => one.along + 2 * one.aside - (other.along + 2 * other.aside))[0];
    if (near) {
      const button = plane.current!.querySelector<HTMLElement>(`[data-x="${near.at.x}"][data-y="${near.at.y}"]`);
      button?.focus({ preventScroll: true });
      reveal(near.at.x, near.at.y);
    }
  }
  function reveal(x: number, y: number): void {
    const { clientWidth: width, clientHeight: height } = frame.current!;
    const { scale } = seen.current;
    const left = x * SIZE * scale + seen.current.x;
    const top = y * SIZE * scale + seen.current.y;
    if (left < 0) seen.current.x -= left - 8;
    if (top < 0) seen.current.y -= top - 8;
    if (left + SIZE * scale > width) seen.current.x -= left + SIZE * scale - width + 8;
    if (top + SIZE * scale > height - FOOT) seen.current.y -= top + SIZE * scale - height + FOOT;
    show();
  }

  const first = squares[0];
  const named = (tile: Tile) => {
    const on = (own.get(cellKey(tile.x, tile.y)) ?? NONE).map((one) => (one.place ? t("board.stands", { name: one.name, place: one.place }) : one.name));
    return t("board.square", { x: tile.x, y: tile.y, tile: tile.name, on: on.length ? on.join(", ") : t("board.empty") });
  };
  return (
    <div class={`table${targets.length ? " pinned" : ""}`}>
      <div
        class="frame"
        ref={frame}
        role="group"
        aria-label={label}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onClickCapture={click}
        onKeyDown={key}
        onWheel={(event) => {
          event.preventDefault();
          zoom(event.deltaY < 0 ? 1.1 : 0.9, local(event));
        }}
      >
        <div class="plane" ref={plane}>
          {squares.map(({ at, tile, target }) => {
            const style = { left: `${at.x * SIZE}px`, top: `${at.y * SIZE}px` };
            const tab = (chosen ? chosen === cellKey(at.x, at.y) : at === first?.at) ? 0 : -1;
            return tile ? (
              <button
                type="button"
                key={`t${at.x},${at.y}`}
                class={`square${chosen === cellKey(at.x, at.y) ? " chosen" : ""}`}
                style={style}
                data-x={at.x}
                data-y={at.y}
                tabIndex={tab}
                onFocus={() => reveal(at.x, at.y)}
                onClick={() => onTile?.(at.x, at.y)}
              >
                <Square tile={tile} things={own.get(cellKey(at.x, at.y)) ?? NONE} name={named(tile)} />
              </button>
            ) : (
              <button
                type="button"
                key={`o${at.x},${at.y}`}
                class={`square target ${target!.how}`}
                style={style}
                data-x={at.x}
                data-y={at.y}
                data-target={target!.how}
                tabIndex={tab}
                onFocus={() => reveal(at.x, at.y)}
                onClick={() => onTarget?.(target!)}
                aria-label={t(`board.target.${target!.how}`, { x: at.x, y: at.y })}
              >
                <span aria-hidden="true">{{ fits: "✓", turned: "↻", no: "✗" }[target!.how]}</span>
              </button>
            );
          })}
          {marks.map((one, at) => (
            <svg key={`m${at}`} class={`mark ${one.good === null ? "asked" : one.good ? "good" : "not"}`} viewBox="0 0 100 100" style={{ left: `${one.cell[0] * SIZE}px`, top: `${one.cell[1] * SIZE}px` }} aria-hidden="true">
              {one.path ? <path d={one.path} fill={one.width ? "none" : undefined} class={one.width ? "way" : "area"} stroke-width={one.width || undefined} /> : <rect x="4" y="4" width="92" height="92" rx="8" class="framed" />}
            </svg>
          ))}
          {corners.map((one) => (
            <button
              type="button"
              key={`c${one.x},${one.y}`}
              class={`corner ${one.ok ? "fits" : "no"}`}
              style={{ left: `${one.x * SIZE}px`, top: `${one.y * SIZE}px` }}
              data-corner={cellKey(one.x, one.y)}
              onClick={() => onCorner?.(one)}
              aria-label={t(one.ok ? "board.corner.fits" : "board.corner.no", { x: one.x, y: one.y })}
            >
              <span aria-hidden="true">{one.ok ? "✓" : "✗"}</span>
            </button>
          ))}
        </div>
      </div>
      <div class="zooms">
        <button type="button" onClick={() => zoom(1.3)} aria-label={t("board.zoom.in")}>
          +
        </button>
        <button type="button" onClick={() => zoom(0.77)} aria-label={t("board.zoom.out")}>
          −
        </button>
        <button type="button" onClick={fit} aria-label={t("board.zoom.fit")}>
          ⤢
        </button>
      </div>
    </div>
  );
}
