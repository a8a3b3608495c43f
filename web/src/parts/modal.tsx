import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon.tsx";

interface ModalProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** `side`: a sheet at the right edge, for reading beside a list. */
  place?: "centre" | "side";
}

/** The browser's own dialog: it holds the focus, closes by Escape, and returns the focus. */
export function Modal({ title, onClose, children, place = "centre" }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (shown !== null && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`modal modal-${place}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="modal-inner">
        <header className="modal-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="button button-icon" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
