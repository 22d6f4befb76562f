import { useTranslation } from 'react-i18next';
import { passwordFault } from '../../contract/account.ts';
import { paths } from '../paths.ts';
import { useAppDispatch } from '../state.ts';
import { Field } from '../ui/field.tsx';
import { useTitle } from '../ui/title.ts';
import { useForm } from '../ui/use-form.ts';
import { signUp } from './auth.slice.ts';
import { CredentialsPage, useCredentialsToast } from './credentials-page.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { emailRule, sameAs } from './rules.ts';

export default function SignUpPage() {
  const { t } = useTranslation();
  useTitle('signUp');
  const dispatch = useAppDispatch();
  const tellFailure = useCredentialsToast(t('auth.signUpFailed'));
  const { field, values, submit, isSubmitting } = useForm({
    initial: { email: '', password: '', repeatPassword: '' },
    rules: { email: emailRule, password: passwordFault, repeatPassword: sameAs('password') },
    onSubmit: async ({ email, password }) => {
      const result = await dispatch(signUp({ email, password }));
      if (signUp.rejected.match(result)) tellFailure(result.payload);
      return undefined;
    },
  });

  return (
    <CredentialsPage
      title={t('auth.signUp')}
      isBusy={isSubmitting}
      onSubmit={submit}
      other={{ question: t('auth.haveAccount'), label: t('auth.signIn'), path: paths.signIn }}
    >
      <Field
        label={t('auth.email')}
        type="email"
        autoComplete="username"
        placeholder={t('auth.emailPlaceholder')}
        {...field('email')}
      />
      <div>
        <Field
          label={t('auth.password')}
          type="password"
          autoComplete="new-password"
          hint={t('auth.passwordHint')}
          {...field('password')}
        />
        <PasswordStrength password={values.password} />
      </div>
      <Field
        label={t('auth.repeatPassword')}
        type="password"
        autoComplete="new-password"
        {...field('repeatPassword')}
      />
    </CredentialsPage>
  );
}
