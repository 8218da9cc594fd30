// What the engine sends about tables: see web/python/board.py and table.py.
export interface Tile {
  x: number;
  y: number;
  key: string;
  turns: number;
  name: string;
  built?: string[];
  /** Whether it came with a move. */
  moved?: boolean;
}
export interface Thing {
  kind: "figure" | "corner" | "mark" | "over";
  cell: [number, number];
  /** Where its middle is, in hundredths of its tile. */
  at: [number, number];
  key: string;
  name: string;
  player?: string;
  figure?: string;
  segment?: number | null;
  place?: string;
  label?: string;
}
export interface Rule {
  id: string;
  text: string;
  source: string;
  url: string;
}
export interface Reason {
  text: string;
  rules: Rule[];
}
export interface Wrong {
  code: string;
  message: string;
  line: number;
  column: number;
  end_column: number;
  suggestions: string[];
  broken: Rule[];
}
export interface Mark {
  cell: [number, number];
  path: string;
  width: number;
  good: boolean | null;
}
export interface Piece {
  segment: number;
  kind: string;
  name: string;
  path: string;
  width: number;
  at: [number, number];
  ok?: boolean;
  reasons?: Reason[];
}
export interface Face {
  id: string;
  box: string;
  letter: string;
  names: string[];
  edges: string;
  key: string;
  kinds: string[];
  marks: string[];
  count: number;
  turns: number[];
}
export interface Square {
  x: number;
  y: number;
  turns: number[];
}
export interface Corner {
  x: number;
  y: number;
  ok: boolean;
  reasons: Reason[];
}
export interface Table {
  tiles: Tile[];
  things: Thing[];
  /** What has to be so for it, where another board may lie there as well. */
  supposed: string;
  others: { tiles: Tile[]; things: Thing[]; supposed: string }[];
  pictures: Record<string, string>;
  problems: Wrong[];
  language: string;
  use: string[];
  players: { id: string; name: string }[];
  features: string[];
  /** Figures of nobody that stand on features which no tile shows. */
  neutral: { figure: string; name: string; place: string; id: string }[];
  /** Tiles that the text defines. */
  own: Face[];
  moves: boolean;
  questions: string[];
}
export interface Colour {
  id: string;
  name: string;
  value: string;
  letter: string;
}

export const cellKey = (x: number, y: number): string => `${x},${y}`;
/** What a stranger's text is shown as beside a place of it. */
export const place = (one: Wrong): string => (one.line ? `${one.line}:${one.column}` : "");
