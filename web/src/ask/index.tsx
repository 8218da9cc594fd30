import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { progress, ready } from "../engine";
import { lang, t } from "../words";
import { open } from "../position";
import { Result } from "./result";
import { Way } from "./way";
import { Share } from "./share";
import { PATHS, begin, busy, expansions, loadTable, path, sentence, settle, stranger, told, trouble, use } from "./model";

function Table() {
  const shown = useSignal(false);
  const known = expansions.value;
  const named = use.value.map((id) => known.find((one) => one.id === id)?.title ?? id);
  return (
    <section class="table">
      <button type="button" class="on-table" aria-expanded={shown.value} onClick={() => (shown.value = !shown.value)}>
        <span class="row-what">{t("table.title")}</span>
        <span class="row-value">{[t("table.base"), ...named].join(", ")}</span>
      </button>
      {shown.value && (
        <fieldset class="checks">
          <legend>{t("table.which")}</legend>
          {known.length === 0 && <p class="soft">{t("engine.starting")}</p>}
          {known.map(({ id, title }) => (
            <label key={id} class="check">
              <input
                type="checkbox"
                checked={use.value.includes(id)}
                onChange={(event) => {
                  const rest = use.value.filter((one) => one !== id);
                  use.value = event.currentTarget.checked ? [...rest, id] : rest;
                }}
              />
              <span>{title}</span>
            </label>
          ))}
          <button type="button" class="main" onClick={() => (shown.value = false)}>
            {t("done")}
          </button>
        </fieldset>
      )}
    </section>
  );
}

function Sentence() {
  return (
    <form
      class="say"
      onSubmit={(event) => {
        event.preventDefault();
        stranger.value = false;
        void settle(sentence.value);
      }}
    >
      <label for="sentence">{t("ask.sentence")}</label>
      <textarea
        id="sentence"
        rows={3}
        maxLength={60000}
        placeholder={t("ask.example")}
        value={sentence}
        onInput={(event) => (sentence.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }
        }}
      />
      <button type="submit" disabled={!sentence.value.trim()}>
        {t("ask.go")}
      </button>
    </form>
  );
}

export function Ask() {
  useEffect(() => void ready.then(loadTable).catch(() => undefined), [lang.value]);
  const state = progress.value.state;
  return (
    <>
      <h1>{t("ask.title")}</h1>
      {stranger.value && (
        <p class="card soft" role="note">
          {t("share.stranger")}
        </p>
      )}
      {path.value ? <Way /> : <Sentence />}
      {!path.value && !told.value && !busy.value && (
        <div class="ways" role="group" aria-label={t("ask.ways")}>
          {PATHS.map((name) => (
            <button type="button" key={name} onClick={() => void begin(name)}>
              <strong>{t(`way.${name}`)}</strong>
              <small>{t(`way.${name}.hint`)}</small>
            </button>
          ))}
        </div>
      )}
      <div aria-live="polite">
        {busy.value && <p class="busy">{state === "ready" ? t("ask.busy") : t("ask.waits")}</p>}
        {trouble.value && (
          <p class="card bad" role="alert">
            {t(trouble.value)}
          </p>
        )}
        {told.value && <Result told={told.value} />}
      </div>
      {told.value && told.value.answers.length > 0 && <Share told={told.value} />}
      {told.value && (
        <div class="after">
          {told.value.text && (
            <button type="button" onClick={() => open("board", told.value!.text)}>
              {t("ask.to-board")}
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              told.value = null;
              path.value = null;
              sentence.value = "";
              stranger.value = false;
              document.getElementById("sentence")?.focus();
            }}
          >
            {t("ask.new")}
          </button>
        </div>
      )}
      <Table />
    </>
  );
}
