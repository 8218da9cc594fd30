import { t } from "../words";

interface Props {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A number between two big buttons, which can be typed as well. */
export function Stepper({ label, value, least, most, onChange }: Props) {
  const set = (wanted: number) => onChange(Math.min(most, Math.max(least, Math.round(wanted) || 0)));
  return (
    <div class="stepper" role="group" aria-label={label}>
      <button type="button" aria-label={t("less", { what: label })} disabled={value <= least} onClick={() => set(value - 1)}>
        −
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={label}
        min={least}
        max={most}
        value={value}
        onChange={(event) => set(event.currentTarget.valueAsNumber)}
      />
      <button type="button" aria-label={t("greater", { what: label })} disabled={value >= most} onClick={() => set(value + 1)}>
        +
      </button>
    </div>
  );
}
