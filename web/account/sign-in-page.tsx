import { useTranslation } from 'react-i18next';
import { passwordFault } from '../../contract/account.ts';
import { paths } from '../paths.ts';
import { useAppDispatch } from '../state.ts';
import { Field } from '../ui/field.tsx';
import { useTitle } from '../ui/title.ts';
import { useForm } from '../ui/use-form.ts';
import { signIn } from './auth.slice.ts';
import { CredentialsPage, useCredentialsToast } from './credentials-page.tsx';
import { emailRule } from './rules.ts';

export default function SignInPage() {
  const { t } = useTranslation();
  useTitle('signIn');
  const dispatch = useAppDispatch();
  const tellFailure = useCredentialsToast(t('auth.signInFailed'));
  const { field, submit, isSubmitting } = useForm({
    initial: { email: '', password: '' },
    rules: { email: emailRule, password: passwordFault },
    onSubmit: async (credentials) => {
      const result = await dispatch(signIn(credentials));
      if (signIn.rejected.match(result)) tellFailure(result.payload);
      return undefined;
    },
  });

  return (
    <CredentialsPage
      title={t('auth.signIn')}
      isBusy={isSubmitting}
      onSubmit={submit}
      other={{ question: t('auth.noAccount'), label: t('auth.signUp'), path: paths.signUp }}
    >
      <Field
        label={t('auth.email')}
        type="email"
        autoComplete="username"
        placeholder={t('auth.emailPlaceholder')}
        {...field('email')}
      />
      <Field
        label={t('auth.password')}
        type="password"
        autoComplete="current-password"
        {...field('password')}
      />
    </CredentialsPage>
  );
}
