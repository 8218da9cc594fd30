// The tile in the hand: turned by a tap, laid by a tap on a square or by dragging it there.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../words";
import { picture } from "./pictures";
import type { Face } from "./shapes";

interface Props {
  face: Face;
  turns: number;
  onTurn: () => void;
  onDrop: (x: number, y: number) => void;
  onAway: () => void;
}

export function Hand({ face, turns, onTurn, onDrop, onAway }: Props) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const [drag, set] = useState<{ x: number; y: number } | null>(null);
  const far = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  // The table stays in sight above it, and would lie over it.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [face.id]);
  return (
    <div class="hand" ref={box}>
      <button
        type="button"
        class="held"
        aria-label={t("board.turn", { name: face.letter || face.id, degrees: 90 * turns })}
        onPointerDown={(event) => {
          from.current = { x: event.clientX, y: event.clientY };
          far.current = false;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (!from.current) return;
          if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > 10) far.current = true;
          if (far.current) set({ x: event.clientX, y: event.clientY });
        }}
        onPointerUp={(event) => {
          from.current = null;
          set(null);
          if (!far.current) return;
          const below = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest<HTMLElement>("[data-target]"));
          const square = below.find((one) => one);
          if (square) onDrop(Number(square.dataset.x), Number(square.dataset.y));
        }}
        onPointerCancel={() => {
          from.current = null;
          set(null);
        }}
        onClick={() => {
          if (!far.current) onTurn();
          far.current = false;
        }}
      >
        <img class={`t${turns}`} src={picture(face.key)} alt="" draggable={false} />
      </button>
      <div>
        <p>
          <b>{face.letter || face.id}</b> {turns ? `@${90 * turns}` : ""}
        </p>
        <p class="soft">{t("board.hand")}</p>
      </div>
      <button type="button" class="close" onClick={onAway} aria-label={t("board.away")}>
        ✕
      </button>
      {drag && <img class={`ghost t${turns}`} src={picture(face.key)} alt="" style={{ left: `${drag.x - 40}px`, top: `${drag.y - 70}px` }} />}
    </div>
  );
}
