import { signal } from "@preact/signals";
import { call, Trouble } from "../engine";
import { kept } from "../kept";
import { lang, t } from "../words";

const sentence = kept("ask.sentence", "");
const said = signal("");

async function settle(): Promise<void> {
  try {
    const told = await call<any>("ask.settle", { text: sentence.value, lang: lang.value });
    said.value = [...told.rulings.map((one: any) => one.sentence), ...told.problems.map((one: any) => one.message)].join("\n");
  } catch (error) {
    said.value = (error as Trouble).message;
  }
}

export function Ask() {
  return (
    <>
      <h1>{t("tab.ask")}</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void settle();
        }}
      >
        <textarea aria-label={t("ask.sentence")} value={sentence} onInput={(event) => (sentence.value = event.currentTarget.value)} />
        <button type="submit">{t("ask.go")}</button>
      </form>
      <p class="answer">{said}</p>
    </>
  );
}
