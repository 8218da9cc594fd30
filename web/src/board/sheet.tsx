// A panel from below, over the page: closed by its button, Escape, or a tap beside it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words";

export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const one = dialog.current!;
    one.showModal();
    return () => one.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="inside">
        <header>
          <h2>{title}</h2>
          <button type="button" class="close" onClick={onClose} aria-label={t("board.close")}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
