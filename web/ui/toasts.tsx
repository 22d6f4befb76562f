import { ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from './icons.tsx';
import { TOAST_TIME, type ToastAction } from './toast.tsx';
import styles from './toasts.module.css';

/** How far, in percent of its width, a toast is drawn aside to dismiss it. */
const DRAG_PERCENT = 80;

export function show(kind: 'success' | 'error', text: string, action?: ToastAction): void {
  if (!action) {
    toast[kind](text);
    return;
  }
  toast[kind](({ closeToast, toastProps: { toastId: id } }) => (
    // It stays while a keyboard's focus is on its button.
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus is the button's.
    <span className={styles.message} onFocus={() => toast.pause({ id })} onBlur={() => toast.play({ id })}>
      {text}
      <button
        type="button"
        className={styles.action}
        onClick={() => {
          action.run();
          closeToast();
        }}
      >
        {action.label}
      </button>
    </span>
  ));
}

export default function Toasts() {
  const { t } = useTranslation();
  return (
    <ToastContainer
      position="top-right"
      autoClose={TOAST_TIME}
      theme="light"
      draggable
      draggablePercent={DRAG_PERCENT}
      closeOnClick
      closeButton={({ closeToast }) => (
        <button type="button" className={styles.close} aria-label={t('app.close')} onClick={closeToast}>
          <CloseIcon size={18} />
        </button>
      )}
      aria-label={t('app.messages')}
    />
  );
}
