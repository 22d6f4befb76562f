import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Actions, FormError } from './form.tsx';

interface Props {
  title: string;
  question: string;
  confirm: string;
  /** Does it; a text that it returns says why it could not be done. On success the caller closes the dialog. */
  onConfirm(): Promise<string | undefined>;
  onClose(): void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, question, confirm, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const run = async () => {
    setIsBusy(true);
    setFailure(await onConfirm());
    setIsBusy(false);
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      <FormError>{failure}</FormError>
      <Actions>
        <Button look="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button look="danger" busy={isBusy} onClick={run}>
          {confirm}
        </Button>
      </Actions>
    </Dialog>
  );
}
