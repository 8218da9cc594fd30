// One tile, large: its pieces are pointed at in the picture, or chosen by name.
import { t } from "../words";
import { picture } from "./pictures";
import type { Piece, Thing } from "./shapes";

interface Props {
  face: string;
  turns: number;
  things?: Thing[];
  pieces: Piece[];
  chosen: number | null;
  onPiece: (piece: Piece) => void;
}

/** A tile whose pieces can be tapped; by keyboard and screen reader the buttons beside it do the same. */
export function Large({ face, turns, things = [], pieces, chosen, onPiece }: Props) {
  return (
    <div class="large">
      <img class={`t${turns}`} src={picture(face)} alt="" draggable={false} />
      {things.map((one, at) => (
        <img key={at} class="on" src={picture(one.key)} alt="" style={{ left: `${one.at[0] - 16}%`, top: `${one.at[1] - 16}%` }} />
      ))}
      <svg viewBox="0 0 100 100" aria-hidden="true">
        {pieces.map((one) => (
          <path
            key={one.segment}
            d={one.path}
            class={`piece ${one.width ? "way" : "area"}${chosen === one.segment ? " chosen" : ""}${one.ok === false ? " no" : ""}`}
            stroke-width={one.width ? Math.max(one.width, 18) : undefined}
            data-piece={one.segment}
            onClick={() => onPiece(one)}
          />
        ))}
      </svg>
    </div>
  );
}

export function PieceButtons({ pieces, chosen, onPiece }: Omit<Props, "face" | "turns" | "things">) {
  return (
    <div class="row" role="group" aria-label={t("board.pieces")}>
      {pieces.map((one) => (
        <button type="button" key={one.segment} aria-pressed={chosen === one.segment} onClick={() => onPiece(one)}>
          {one.name}
        </button>
      ))}
    </div>
  );
}
