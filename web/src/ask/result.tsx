import { useSignal } from "@preact/signals";
import { capital, t } from "../words";
import { rewrite, settle, supply, told as shown, type Answer, type Asked, type Block, type Rule, type Told, type Wrong } from "./model";
import { Stepper } from "./stepper";
import { Swatch } from "./swatch";

export function Result({ told }: { told: Told }) {
  return (
    <>
      {told.answers.map((one, at) => (
        <One key={at} answer={one} />
      ))}
      {told.rules.map((one) => (
        <section class="card answer" key={one.id}>
          <RuleText rule={one} />
        </section>
      ))}
      {told.problems.map((one, at) => (
        <Trouble key={at} problem={one} />
      ))}
      {told.text && <Understood told={told} />}
    </>
  );
}

function One({ answer }: { answer: Answer }) {
  const open = answer.verdict === "undetermined" && answer.asks.length > 0;
  return (
    <section class={`card answer verdict-${answer.verdict}`}>
      <p class="question">{answer.question}</p>
      {!open && <h2 class="verdict">{answer.sentence}</h2>}
      {answer.points.length > 0 && (
        <ul class="points">
          {answer.points.map((one) => (
            <li key={one.player}>
              <Swatch colour={one.player} />
              <span>{capital(one.name)}</span>
              <b>{one.points}</b>
            </li>
          ))}
        </ul>
      )}
      {answer.asks.map((one, at) => (
        <Back key={at} asked={one} />
      ))}
      {answer.why.map((one, at) => (
        <Shown key={at} block={one} />
      ))}
      {answer.sum && <Shown block={answer.sum} />}
      {answer.rule && (
        <div class="settles">
          <h3>{t("answer.rule")}</h3>
          <RuleText rule={answer.rule} />
        </div>
      )}
      {answer.editions.length > 0 && (
        <div class="editions">
          <h3>{t("answer.editions")}</h3>
          <div class="sides">
            <div>
              <b>{t("answer.here")}</b>
              <p>{answer.sentence}</p>
            </div>
            {answer.editions.map((one, at) => (
              <div key={at}>
                <b>{one.name}</b>
                <p>{one.sentence}</p>
              </div>
            ))}
          </div>
        </div>
      )}
      {answer.more.length > 0 && (
        <details>
          <summary>{t("answer.more")}</summary>
          {answer.more.map((one, at) => (
            <Shown key={at} block={one} />
          ))}
        </details>
      )}
    </section>
  );
}

function Back({ asked }: { asked: Asked }) {
  return (
    <div class="back">
      <h2>{asked.question}</h2>
      <div class="choices" role="group" aria-label={asked.question}>
        {asked.choices.map((one, at) =>
          one.number ? (
            <Number key={at} asked={asked} say={one.say} />
          ) : (
            <button type="button" key={at} onClick={() => void supply(asked, one.say)}>
              {one.label}
            </button>
          ),
        )}
        {asked.changes.map((one, at) => (
          <button type="button" key={`change ${at}`} onClick={() => void rewrite(one)}>
            {one.label}
          </button>
        ))}
      </div>
    </div>
  );
}

function Number({ asked, say }: { asked: Asked; say: string }) {
  const number = useSignal(3);
  return (
    <div class="number">
      <Stepper label={asked.question} value={number.value} least={0} most={999} onChange={(value) => (number.value = value)} />
      <button type="button" class="main" onClick={() => void supply(asked, say, number.value)}>
        {t("ok")}
      </button>
    </div>
  );
}

function Trouble({ problem }: { problem: Wrong }) {
  const text = shown.value?.text ?? "";
  const replaced = (word: string) => {
    const rows = text.split("\n");
    const row = rows[problem.line - 1] ?? "";
    rows[problem.line - 1] = row.slice(0, problem.column - 1) + word + row.slice(problem.end_column - 1);
    return rows.join("\n");
  };
  const row = problem.line ? (text.split("\n")[problem.line - 1] ?? "") : "";
  return (
    <section class="card answer problem">
      <h2 class="verdict">{problem.message}</h2>
      {row && problem.end_column > problem.column && (
        <p class="where">
          {row.slice(Math.max(0, problem.column - 30), problem.column - 1)}
          <mark>{row.slice(problem.column - 1, problem.end_column - 1)}</mark>
          {row.slice(problem.end_column - 1, problem.end_column + 30)}
        </p>
      )}
      {problem.asks.map((one, at) => (
        <Back key={at} asked={one} />
      ))}
      <div class="choices">
        {problem.readings.map((one) => (
          <button type="button" key={one} onClick={() => void settle(one)}>
            {one}
          </button>
        ))}
        {problem.line > 0 &&
          problem.suggestions.map((one) => (
            <button type="button" key={one} onClick={() => void settle(replaced(one))}>
              {one}
            </button>
          ))}
      </div>
      {problem.rules.map((one) => (
        <RuleText key={one.id} rule={one} />
      ))}
    </section>
  );
}

/** What the engine took the question for: a tap opens a part of it for a change. */
function Understood({ told }: { told: Told }) {
  const editing = useSignal(-1);
  const draft = useSignal("");
  const whole = told.text.includes("\n");
  const parts = whole ? [told.text] : told.parts;
  const save = () => {
    const changed = parts.map((one, at) => (at === editing.value ? draft.value : one)).filter((one) => one.trim());
    editing.value = -1;
    void settle(changed.join(whole ? "\n" : "; "));
  };
  return (
    <section class="understood" aria-label={t("understood.title")}>
      <h3>{t("understood.title")}</h3>
      {editing.value >= 0 ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <textarea
            aria-label={t("understood.change")}
            rows={whole ? 8 : 2}
            value={draft}
            ref={(one) => {
              if (one && document.activeElement !== one && !one.dataset["seen"]) {
                one.dataset["seen"] = "yes";
                one.focus();
              }
            }}
            onInput={(event) => (draft.value = event.currentTarget.value)}
          />
          <div class="pair">
            <button type="button" onClick={() => (editing.value = -1)}>
              {t("cancel")}
            </button>
            <button type="submit">{t("ok")}</button>
          </div>
        </form>
      ) : (
        <>
          <div class="chips">
            {parts.map((one, at) => (
              <button
                type="button"
                class="chip"
                key={at}
                title={t("understood.change")}
                onClick={() => {
                  draft.value = one;
                  editing.value = at;
                }}
              >
                {one}
              </button>
            ))}
          </div>
          <p class="soft">{t("understood.tap")}</p>
        </>
      )}
    </section>
  );
}

export function RuleText({ rule }: { rule: Rule }) {
  return (
    <div class="rule">
      <p>
        {rule.text}
      </p>
      <p class="soft">
        <b>{rule.id}</b> · {rule.authority} · {rule.source}
      </p>
    </div>
  );
}

export function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return <h3>{block.text}</h3>;
    case "text":
      return <p class={`text ${block.what}`}>{block.text}</p>;
    case "code":
      return <pre>{block.text}</pre>;
    case "rules":
      return (
        <>
          {block.rules.map((one) => (
            <RuleText key={one.id} rule={one} />
          ))}
        </>
      );
    case "items":
      return (
        <ul>
          {block.items.map((one, at) => (
            <li key={at}>
              {one.text}
              {one.items.length > 0 && (
                <ul>
                  {one.items.map((inner, n) => (
                    <li key={n}>{inner}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      );
    case "grid":
      return (
        <div class="grid" tabIndex={0} role="group" aria-label={block.headers.join(", ")}>
          <table>
            <thead>
              <tr>
                {block.headers.map((one, at) => (
                  <th key={at} scope="col" class={block.right.includes(at) ? "right" : ""}>
                    {one}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, n) => (
                    <td key={n} class={block.right.includes(n) ? "right" : ""}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}
