// A player's colour as a filled shape: colour, shape and, beside it, always the name.
const SHAPES: Record<string, string> = {
  red: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  blue: "M4 4h16v16H4z",
  green: "M12 3l10 18H2z",
  yellow: "M12 2l10 10-10 10L2 12z",
  black: "M12 2l3 7h7l-6 4 3 8-7-5-7 5 3-8-6-4h7z",
  grey: "M7 3h10l5 9-5 9H7l-5-9z",
  pink: "M12 21C2 14 2 5 7 4c3 0 5 3 5 3s2-3 5-3c5 1 5 10-5 17z",
  purple: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
  orange: "M12 2l10 8-4 12H6L2 10z",
  white: "M3 8h18v8H3z",
  brown: "M2 4h20L12 21z",
};

export function Swatch({ colour }: { colour: string }) {
  return (
    <svg class={`swatch c-${colour}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[colour] ?? SHAPES["red"]} />
    </svg>
  );
}
