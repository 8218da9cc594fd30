import { t } from "../words";

export function Game() {
  return <h1>{t("tab.game")}</h1>;
}
