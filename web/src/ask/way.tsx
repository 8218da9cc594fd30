// The way of a big button: one question at a time.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { capital, t } from "../words";
import { back, chosen, colours as order, path, type Option, type Question } from "./model";
import { Stepper } from "./stepper";
import { Swatch } from "./swatch";

export function Way() {
  const { name, question } = path.value!;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [question?.key]);
  if (!question) return null;
  return (
    <section class="card way" aria-label={t(`way.${name}`)}>
      <div class="way-head">
        <button type="button" class="plain" onClick={() => void back()}>
          ‹ {t("back")}
        </button>
        <span class="soft">
          {t(`way.${name}`)} · {t("way.number", { number: question.number })}
        </span>
      </div>
      <h2 tabIndex={-1} ref={head}>
        {t(`ask.${question.key}`)}
      </h2>
      <Form key={`${name} ${question.number} ${question.key}`} question={question} />
    </section>
  );
}

function Form({ question }: { question: Question }) {
  switch (question.kind) {
    case "choice":
      return (
        <div class="choices">
          {question.options!.map((one) => (
            <button type="button" key={one.id} onClick={() => void chosen(one.id)}>
              {capital(one.label) || t(`choice.${question.key}.${one.id}`)}
            </button>
          ))}
        </div>
      );
    case "colour":
      return <Colours options={question.options!} onPick={(id) => (used(id), void chosen(id))} />;
    case "order":
      return <Order options={question.colours!} />;
    case "counts":
      return <Counts question={question} />;
    case "people":
      return <People question={question} />;
  }
}

/** Remembers a colour as used last. */
function used(id: string): void {
  order.value = [id, ...order.value.filter((one) => one !== id)];
}
function sorted(options: Option[]): Option[] {
  const place = (id: string) => (order.value.includes(id) ? order.value.indexOf(id) : 99);
  return [...options].sort((one, other) => place(one.id) - place(other.id));
}

function Colours({ options, onPick }: { options: Option[]; onPick: (id: string) => void }) {
  const all = useSignal(false);
  const shown = all.value ? sorted(options) : sorted(options).slice(0, 6);
  return (
    <div class="choices two">
      {shown.map((one) => (
        <button type="button" key={one.id} onClick={() => onPick(one.id)}>
          <Swatch colour={one.id} /> {capital(one.label)}
        </button>
      ))}
      {!all.value && shown.length < options.length && (
        <button type="button" class="plain" onClick={() => (all.value = true)}>
          {t("colours.all")}
        </button>
      )}
    </div>
  );
}

function Order({ options }: { options: Option[] }) {
  const picked = useSignal<string[]>([]);
  return (
    <>
      <div class="choices two">
        {options.map((one) => {
          const at = picked.value.indexOf(one.id);
          return (
            <button
              type="button"
              key={one.id}
              aria-pressed={at >= 0}
              onClick={() => (picked.value = at >= 0 ? picked.value.filter((id) => id !== one.id) : [...picked.value, one.id])}
            >
              <Swatch colour={one.id} /> {capital(one.label)}
              {at >= 0 && <b> {at + 1}</b>}
            </button>
          );
        })}
      </div>
      <button type="button" class="main wide" disabled={picked.value.length < 2} onClick={() => void chosen(picked.value)}>
        {t("next")}
      </button>
    </>
  );
}

function Counts({ question }: { question: Question }) {
  const counts = question.counts!;
  const numbers = useSignal<Record<string, number>>(Object.fromEntries(counts.map((one) => [one.unit, one.first])));
  return (
    <>
      {counts.map((one) => (
        <div class="count" key={one.unit}>
          <span>{capital(one.label)}</span>
          <Stepper
            label={one.label}
            value={numbers.value[one.unit] ?? 0}
            least={one.least}
            most={one.most}
            onChange={(value) => (numbers.value = { ...numbers.value, [one.unit]: value })}
          />
        </div>
      ))}
      <button type="button" class="main wide" onClick={() => void chosen(numbers.value)}>
        {t("next")}
      </button>
    </>
  );
}

function People({ question }: { question: Question }) {
  const people = useSignal<Record<string, Record<string, number>>>({});
  const colour = useSignal("");
  const figures = question.figures!;
  const here = people.value[colour.value] ?? {};
  const sum = (id: string) => Object.values(people.value[id] ?? {}).reduce((all, one) => all + one, 0);
  const nobody = !question.colours!.some((one) => sum(one.id));
  return (
    <>
      <div class="choices three" role="group" aria-label={t("people.colour")}>
        {sorted(question.colours!)
          .slice(0, 12)
          .map((one) => (
            <button
              type="button"
              key={one.id}
              aria-pressed={colour.value === one.id}
              onClick={() => {
                colour.value = one.id;
                // The first figure of a colour is what nearly everybody means.
                if (!sum(one.id) && figures[0]) people.value = { ...people.value, [one.id]: { [figures[0].id]: 1 } };
              }}
            >
              <Swatch colour={one.id} /> {capital(one.label)}
              {sum(one.id) > 0 && <b class="badge">{sum(one.id)}</b>}
            </button>
          ))}
      </div>
      {colour.value &&
        figures.map((one) => (
          <div class="count" key={one.id}>
            <span>{capital(one.label)}</span>
            <Stepper
              label={`${question.colours!.find((it) => it.id === colour.value)?.label}: ${one.label}`}
              value={here[one.id] ?? 0}
              least={0}
              most={question.most ?? 9}
              onChange={(value) => (people.value = { ...people.value, [colour.value]: { ...here, [one.id]: value } })}
            />
          </div>
        ))}
      <button
        type="button"
        class="main wide"
        onClick={() => {
          Object.keys(people.value).forEach(used);
          void chosen(people.value);
        }}
      >
        {nobody ? t("people.nobody") : t("next")}
      </button>
    </>
  );
}
