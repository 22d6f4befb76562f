import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../contract/account.schema.ts';
import { AVATAR_BYTES } from '../../contract/account.ts';
import type { Failure } from '../failure.ts';
import { useAppDispatch } from '../state.ts';
import { useFailureText } from '../ui/failure-text.ts';
import { UploadIcon } from '../ui/icons.tsx';
import { Spinner } from '../ui/loader.tsx';
import { changeAvatar } from './auth.slice.ts';
import { Avatar } from './avatar.tsx';
import styles from './photo-field.module.css';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** The account's photo. Choosing another one sets it at once, apart from the rest of the settings. */
export function PhotoField({ user }: { user: User }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const faultText = usePhotoFaultText();
  const [isBusy, setIsBusy] = useState(false);
  const [note, setNote] = useState<{ isFault: boolean; text: string }>();
  const id = useId();

  const upload = async (file: File) => {
    if (file.size > AVATAR_BYTES) {
      setNote({ isFault: true, text: t('settings.photoTooLarge') });
      return;
    }
    setIsBusy(true);
    const result = await dispatch(changeAvatar(file));
    const isFault = changeAvatar.rejected.match(result);
    setNote({ isFault, text: isFault ? faultText(result.payload) : t('settings.photoSaved') });
    setIsBusy(false);
  };

  return (
    <div className={styles.field}>
      <h3 className={styles.title}>{t('settings.photo')}</h3>
      <div className={styles.row}>
        <Avatar user={user} size={80} />
        <div>
          <input
            id={id}
            className={`visually-hidden ${styles.input}`}
            type="file"
            accept={ACCEPTED}
            disabled={isBusy}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The same file may be chosen again after a failure.
              target.value = '';
              if (file) void upload(file);
            }}
          />
          <label htmlFor={id} className={styles.upload}>
            {isBusy ? <Spinner /> : <UploadIcon size={20} />} {t('settings.uploadPhoto')}
          </label>
          <p id={`${id}-note`} className={note?.isFault ? styles.fault : styles.hint} aria-live="polite">
            {note?.text ?? t('settings.photoHint')}
          </p>
        </div>
      </div>
    </div>
  );
}

function usePhotoFaultText(): (failure: Failure | undefined) => string {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return (failure) => {
    switch (failure?.code) {
      case 'too_large':
        return t('settings.photoTooLarge');
      case 'unsupported_media_type':
        return t('settings.photoUnsupported');
      case 'unprocessable_image':
        return t('settings.photoBroken');
      default:
        return failureText(failure);
    }
  };
}
