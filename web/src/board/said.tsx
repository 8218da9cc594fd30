// What the engine says: reasons with their rules, problems of a text at their place, and rulings.
import { t } from "../words";
import { place, type Reason, type Wrong } from "./shapes";

export function Reasons({ of, id }: { of: Reason[]; id?: string }) {
  return (
    <ul class="reasons" id={id}>
      {of.map((one, at) => (
        <li key={at}>
          {one.text}
          {one.rules.map((rule) => (
            <details key={rule.id}>
              <summary>{rule.id}</summary>
              <p>{rule.text}</p>
              <p class="soft">{rule.source}</p>
            </details>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** The problems of `text`, each with its line and a mark under the place. */
export function Problems({ of, text, onPlace }: { of: Wrong[]; text: string; onPlace?: (one: Wrong) => void }) {
  const lines = text.split("\n");
  return (
    <div role="alert">
    <ul class="problems">
      {of.map((one, at) => {
        const line = one.line ? lines[one.line - 1] : undefined;
        return (
          <li key={at}>
            <p>
              {place(one) && <b>{place(one)}: </b>}
              {one.message}
            </p>
            {line !== undefined && line.trim() && (
              <pre aria-hidden="true">
                {line}
                {"\n"}
                {" ".repeat(Math.max(0, one.column - 1))}
                {"^".repeat(Math.max(1, one.end_column - one.column))}
              </pre>
            )}
            {one.suggestions.length > 0 && <p>{t("board.meant", { words: one.suggestions.join(", ") })}</p>}
            {one.broken?.map((rule) => (
              <p key={rule.id} class="soft">
                {rule.id}: {rule.text}
              </p>
            ))}
            {onPlace && one.line > 0 && (
              <button type="button" onClick={() => onPlace(one)}>
                {t("board.go", { line: one.line })}
              </button>
            )}
          </li>
        );
      })}
    </ul>
    </div>
  );
}

export interface Ruling {
  sentence: string;
  verdict: string;
  points: Record<string, number>;
  lines: { player: string; feature: string; item: string; count: number; each: number; points: number; rule: string }[];
  findings: { holds: boolean; text: string; rule: string }[];
  rules: { id: string; text: string; source: string }[];
  settled_by: string[];
  missing: { question: string; say: string[] }[];
  options: string[];
}

/** An answer: the sentence first, then the sum, the rule that settles it, and the rest behind "more". */
export function Answer({ question, of, colour }: { question: string; of: Ruling; colour: (id: string) => string }) {
  const settling = of.rules.filter((rule) => of.settled_by.includes(rule.id));
  return (
    <section class="ruling" aria-live="polite">
      <p class="soft">{question}</p>
      <p class="sentence">{of.sentence}</p>
      {of.missing.map((one, at) => (
        <p key={at}>
          {one.question} {one.say.map((line) => <code key={line}>{line}</code>)}
        </p>
      ))}
      {of.options.length > 0 && of.verdict === "options" && <p>{of.options.join(", ")}</p>}
      {of.lines.length > 0 && (
        <ul class="sum">
          {of.lines.map((line, at) => (
            <li key={at}>
              {colour(line.player)}: {line.count} × {line.each} = {line.points} <span class="soft">({line.rule})</span>
            </li>
          ))}
        </ul>
      )}
      {settling.map((rule) => (
        <p key={rule.id} class="rule">
          <b>{rule.id}</b> {rule.text}
        </p>
      ))}
      <details>
        <summary>{t("board.more")}</summary>
        <ul>
          {of.findings.map((one, at) => (
            <li key={at}>
              <span aria-hidden="true">{one.holds ? "✓" : "✗"} </span>
              {one.text} <span class="soft">({one.rule})</span>
            </li>
          ))}
        </ul>
        {of.rules
          .filter((rule) => !of.settled_by.includes(rule.id))
          .map((rule) => (
            <p key={rule.id}>
              <b>{rule.id}</b> {rule.text}
            </p>
          ))}
      </details>
    </section>
  );
}
