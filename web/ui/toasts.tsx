import { ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { useTranslation } from 'react-i18next';
import { TOAST_TIME, type ToastAction } from './toast.tsx';
import styles from './toasts.module.css';

/** How far, in percent of its width, a toast is drawn aside to dismiss it. */
const DRAG_PERCENT = 80;

export function show(kind: 'success' | 'error', text: string, action?: ToastAction): void {
  if (!action) {
    toast[kind](text);
    return;
  }
  toast[kind](({ closeToast }) => (
    <span className={styles.message}>
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
      aria-label={t('app.messages')}
    />
  );
}
