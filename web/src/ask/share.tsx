import { useSignal } from "@preact/signals";
import qrcode from "qrcode-generator";
import { call } from "../engine";
import { QR, link } from "../link";
import { lang, t } from "../words";
import { use, type Told } from "./model";

const FORMS = ["text", "forum", "wiki", "markdown"] as const;

export function Share({ told }: { told: Told }) {
  const address = useSignal("");
  const said = useSignal("");
  const picture = useSignal("");
  const open = async () => {
    address.value = address.value ? "" : await link({ text: told.text, lang: told.language, use: use.value, tab: "ask" });
    said.value = "";
    picture.value = "";
  };
  const copied = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = t("share.copied");
    } catch {
      // Where the clipboard is closed to pages, the text is shown to be marked.
      said.value = text;
    }
  };
  const copy = async (form: string) => {
    const value = await call<{ text: string }>("share.copy", { text: told.text, form, lang: lang.value });
    await copied(value.text);
  };
  const draw = async () => {
    try {
      const { pictures } = await call<{ pictures: string[] }>("share.picture", { text: told.text, lang: lang.value });
      picture.value = pictures[0] ? await png(pictures[0]) : "";
      if (!pictures[0]) said.value = t("share.no-picture");
    } catch {
      said.value = t("share.no-picture");
    }
  };
  return (
    <section class="share">
      <button type="button" class="wide" aria-expanded={Boolean(address.value)} onClick={() => void open()}>
        {t("share.title")}
      </button>
      {address.value && (
        <div class="card">
          {address.value.length <= QR ? <Code text={address.value} /> : <p class="soft">{t("share.too-long")}</p>}
          <div class="choices two">
            <button type="button" onClick={() => void copied(address.value)}>
              {t("share.link")}
            </button>
            {"share" in navigator && (
              <button type="button" onClick={() => void navigator.share({ url: address.value }).catch(() => undefined)}>
                {t("share.send")}
              </button>
            )}
            {FORMS.map((form) => (
              <button type="button" key={form} onClick={() => void copy(form)}>
                {t(`share.${form}`)}
              </button>
            ))}
            <button type="button" onClick={() => void draw()}>
              {t("share.picture")}
            </button>
          </div>
          <p class="said" role="status">
            {said}
          </p>
          {picture.value && (
            <figure>
              <img src={picture.value} alt={told.answers[0]?.sentence ?? ""} />
              <a class="button" href={picture.value} download="position.png">
                {t("share.save")}
              </a>
            </figure>
          )}
        </div>
      )}
    </section>
  );
}

/** The QR code of a link, drawn as one path. */
function Code({ text }: { text: string }) {
  const code = qrcode(0, "M");
  code.addData(text, "Byte");
  code.make();
  const count = code.getModuleCount();
  let path = "";
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (code.isDark(row, column)) path += `M${column + 4} ${row + 4}h1v1h-1z`;
    }
  }
  return (
    <svg class="qr" viewBox={`0 0 ${count + 8} ${count + 8}`} role="img" aria-label={t("share.qr")} shape-rendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** A drawing as PNG, twice as fine as it is large. */
async function png(svg: string): Promise<string> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    return made ? URL.createObjectURL(made) : "";
  } finally {
    URL.revokeObjectURL(url);
  }
}
