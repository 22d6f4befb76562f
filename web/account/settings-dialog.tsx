import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Email, Name, Password, type User } from '../../contract/account.ts';
import { message } from '../../contract/field-messages.ts';
import type { Failure } from '../failure.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { Field } from '../ui/field.tsx';
import { Actions, FormError } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';
import { changeAccount } from './auth.slice.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { PhotoField } from './photo-field.tsx';
import styles from './settings-dialog.module.css';

/** Left empty, the three password fields mean that the password stays. */
const SettingsForm = z
  .object({
    name: Name,
    email: Email,
    gender: z.enum(['female', 'male']),
    outdatedPassword: z.string(),
    newPassword: z.union([z.literal(''), Password]),
    repeatPassword: z.string(),
  })
  .check(
    z.refine(({ newPassword, repeatPassword }) => newPassword === repeatPassword, {
      error: message('passwordsDiffer'),
      path: ['repeatPassword'],
      when: () => true,
    }),
    z.refine(({ outdatedPassword, newPassword }) => !newPassword || outdatedPassword !== '', {
      error: message('outdatedPasswordRequired'),
      path: ['outdatedPassword'],
      when: () => true,
    }),
    z.refine(({ outdatedPassword, newPassword }) => !outdatedPassword || newPassword !== '', {
      error: message('passwordRequired'),
      path: ['newPassword'],
      when: () => true,
    }),
  );

/** Photo, gender, name, e-mail and password, and the way to erase the account. */
export function SettingsDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(SettingsForm),
    defaultValues: {
      name: user.name,
      email: user.email,
      gender: user.gender,
      outdatedPassword: '',
      newPassword: '',
      repeatPassword: '',
    },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ name, email, gender, outdatedPassword, newPassword }) => {
    const password = newPassword ? { outdatedPassword, newPassword } : {};
    const result = await dispatch(changeAccount({ name, email, gender, ...password }));
    if (changeAccount.rejected.match(result)) {
      refuse(result.payload);
      return;
    }
    void toast('success', t('settings.saved'));
    onClose();
  });

  const refuse = (reason: Failure | undefined) => {
    if (reason?.code === 'email_taken') {
      setError('email', { message: message('emailTaken') }, { shouldFocus: true });
    } else if (reason?.fields.includes('outdatedPassword')) {
      setError('outdatedPassword', { message: message('passwordWrong') }, { shouldFocus: true });
    } else {
      setFailure(failureText(reason));
    }
  };

  return (
    <Dialog title={t('settings.title')} wide onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className={styles.columns}>
          <div className={styles.column}>
            <PhotoField user={user} />
            <Choice
              legend={t('settings.gender')}
              options={[
                { value: 'female', label: t('settings.woman') },
                { value: 'male', label: t('settings.man') },
              ]}
              {...register('gender')}
            />
            <Field
              label={t('settings.name')}
              autoComplete="name"
              fault={errors.name?.message}
              {...register('name')}
            />
            <Field
              label={t('auth.email')}
              type="email"
              autoComplete="email"
              fault={errors.email?.message}
              {...register('email')}
            />
          </div>
          <div className={styles.column}>
            <h3 className={styles.subtitle}>{t('settings.passwordTitle')}</h3>
            <Field
              label={t('settings.outdatedPassword')}
              type="password"
              autoComplete="current-password"
              fault={errors.outdatedPassword?.message}
              {...register('outdatedPassword')}
            />
            <Field
              label={t('settings.newPassword')}
              type="password"
              autoComplete="new-password"
              hint={t('auth.passwordHint')}
              fault={errors.newPassword?.message}
              {...register('newPassword')}
            />
            <Field
              label={t('settings.repeatNewPassword')}
              type="password"
              autoComplete="new-password"
              fault={errors.repeatPassword?.message}
              {...register('repeatPassword')}
            />
          </div>
        </div>
        <FormError>{failure}</FormError>
        <div className={styles.end}>
          <button type="button" className={styles.erase} onClick={() => setIsDeleting(true)}>
            {t('settings.deleteAccount')}
          </button>
          <Actions>
            <Button type="submit" busy={isSubmitting}>
              {t('app.save')}
            </Button>
          </Actions>
        </div>
      </form>
      {isDeleting && <DeleteAccountDialog onClose={() => setIsDeleting(false)} />}
    </Dialog>
  );
}
