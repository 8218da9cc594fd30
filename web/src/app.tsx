import { render } from "preact";
import { Ask } from "./ask";
import { Board } from "./board";
import { Game } from "./game";
import { call, progress, start } from "./engine";
import { keep, takeOver, waiting } from "./offline";
import { opened } from "./link";
import { open, tab, type Tab } from "./position";
import { settle, stranger, trouble } from "./ask/model";
import { lang, t } from "./words";

const TABS: [Tab, () => any][] = [
  ["ask", Ask],
  ["board", Board],
  ["game", Game],
];

function Loading() {
  const { state, loaded, total, why } = progress.value;
  if (state === "ready") return null;
  if (state === "failed") {
    return (
      <p class="note bad" role="alert">
        {t("engine.failed")} <small>{why}</small>
      </p>
    );
  }
  const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
  const busy = total > 0 && loaded < total;
  return (
    <div class="loading" role="region" aria-label={t("engine.loading")}>
      <progress max={1} value={busy ? loaded / total : undefined} aria-label={t("engine.loading")} />
      <span>{busy ? t("engine.bytes", { loaded: mega(loaded), total: mega(total) }) : t("engine.starting")}</span>
    </div>
  );
}

function Page() {
  document.documentElement.lang = lang.value;
  return (
    <>
      <Loading />
      {waiting.value && (
        <div class="note update" role="region" aria-label={t("update.ready")}>
          <span>{t("update.ready")}</span>
          <button type="button" onClick={takeOver}>
            {t("update.take")}
          </button>
        </div>
      )}
      <main>
        {TABS.map(([name, Tab]) => (
          <div class="panel" key={name} id={`panel-${name}`} role="tabpanel" aria-labelledby={`tab-${name}`} hidden={tab.value !== name}>
            <Tab />
          </div>
        ))}
      </main>
      <nav class="bar" aria-label={t("tabs")}>
        <div class="tabs" role="tablist">
          {TABS.map(([name]) => (
            <button
              type="button"
              key={name}
              id={`tab-${name}`}
              role="tab"
              aria-selected={tab.value === name}
              aria-controls={`panel-${name}`}
              onClick={() => (tab.value = name)}
            >
              {t(`tab.${name}`)}
            </button>
          ))}
        </div>
      </nav>
    </>
  );
}

/** Shows what a link brought: a stranger's text, which is answered like any other and obeyed by nothing. */
async function fromLink(): Promise<void> {
  const shared = await opened(location.hash);
  if (shared === null) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (shared === "large" || shared === "broken") {
    tab.value = "ask";
    trouble.value = `link.${shared}`;
    return;
  }
  if (shared.tab !== "ask") {
    open(shared.tab, shared.text);
    return;
  }
  stranger.value = true;
  tab.value = "ask";
  await settle(shared.text, shared.use);
}

// For whoever looks into the page with the browser's own tools, and for its tests.
(globalThis as any).engine = { call };
addEventListener("hashchange", () => void fromLink());
render(<Page />, document.getElementById("page")!);
void fromLink();
void keep().then(start);
