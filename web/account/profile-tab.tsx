import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../contract/account.schema.ts';
import { passwordFault, type UserGender } from '../../contract/account.ts';
import type { Failure } from '../failure.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { Field } from '../ui/field.tsx';
import { Actions, FormError } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';
import { type Rules, useForm } from '../ui/use-form.ts';
import { changeAccount } from './auth.slice.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { PhotoField } from './photo-field.tsx';
import styles from './profile-tab.module.css';
import { emailRule, nameRule, sameAs } from './rules.ts';

/** Left empty, the three password fields mean that the password stays. */
const rules: Rules<Values> = {
  name: nameRule,
  email: emailRule,
  outdatedPassword: (current, { newPassword }) =>
    newPassword && !current ? 'outdatedPasswordRequired' : undefined,
  newPassword: (next, { outdatedPassword }) => (next || outdatedPassword ? passwordFault(next) : undefined),
  repeatPassword: sameAs('newPassword'),
};

interface Values {
  name: string;
  email: string;
  gender: UserGender;
  outdatedPassword: string;
  newPassword: string;
  repeatPassword: string;
}

/** Photo, gender, name, e-mail and password, and the way to erase the account. */
export function ProfileTab({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const { field, submit, isSubmitting } = useForm<Values>({
    initial: {
      name: user.name,
      email: user.email,
      gender: user.gender,
      outdatedPassword: '',
      newPassword: '',
      repeatPassword: '',
    },
    rules,
    onSubmit: async ({ name, email, gender, outdatedPassword, newPassword }) => {
      const password = newPassword ? { outdatedPassword, newPassword } : {};
      const result = await dispatch(changeAccount({ name, email, gender, ...password }));
      if (changeAccount.rejected.match(result)) return refuse(result.payload);
      void toast('success', t('settings.saved'));
      onClose();
    },
  });

  const refuse = (reason: Failure | undefined) => {
    if (reason?.code === 'email_taken') return { email: 'emailTaken' } as const;
    if (reason?.fields.includes('outdatedPassword')) return { outdatedPassword: 'passwordWrong' } as const;
    setFailure(failureText(reason));
  };

  return (
    <>
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
              {...field('gender')}
            />
            <Field label={t('settings.name')} autoComplete="name" {...field('name')} />
            <Field label={t('auth.email')} type="email" autoComplete="email" {...field('email')} />
          </div>
          <div className={styles.column}>
            <h3 className={styles.subtitle}>{t('settings.passwordTitle')}</h3>
            <Field
              label={t('settings.outdatedPassword')}
              type="password"
              autoComplete="current-password"
              {...field('outdatedPassword')}
            />
            <Field
              label={t('settings.newPassword')}
              type="password"
              autoComplete="new-password"
              hint={t('auth.passwordHint')}
              {...field('newPassword')}
            />
            <Field
              label={t('settings.repeatNewPassword')}
              type="password"
              autoComplete="new-password"
              {...field('repeatPassword')}
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
    </>
  );
}
