import { t } from "../words";

export function Board() {
  return <h1>{t("tab.board")}</h1>;
}
