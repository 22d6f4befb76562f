import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

interface Props {
  title: string;
  wide?: boolean;
  /** Out of sight while what it asked for is under way; should that fail, it comes back as it was. */
  isHidden?: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered and not hidden. Escape, the backdrop and the cross ask to close it. The browser keeps
 * the focus inside and gives it back to where it was.
 */
export function Dialog({ title, wide = false, isHidden = false, onClose, children }: Props) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Closing while it is still in the page is what makes the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isHidden) return;
    element?.showModal();
    return () => element?.close();
  }, [isHidden]);

  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close.current();
      }}
      // Chromium closes without asking where nothing was touched since the dialog opened.
      onClose={() => {
        if (!isHidden) close.current();
      }}
      // Only a press that begins on the backdrop counts, not a selection of text that ends there.
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) close.current();
      }}
    >
      <div className={styles.content}>
        <div className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <Button look="icon" aria-label={t('app.close')} onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
