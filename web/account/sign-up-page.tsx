import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Email, Password } from '../../contract/account.ts';
import { message } from '../../contract/field-messages.ts';
import { paths } from '../paths.ts';
import { useAppDispatch } from '../state.ts';
import { Field } from '../ui/field.tsx';
import { useTitle } from '../ui/title.ts';
import { usePreparedToasts } from '../ui/toast.tsx';
import { signUp } from './auth.slice.ts';
import { CredentialsPage, useCredentialsToast } from './credentials-page.tsx';

const SignUpForm = z.object({ email: Email, password: Password, repeatPassword: z.string() }).check(
  z.refine(({ password, repeatPassword }) => password === repeatPassword, {
    error: message('passwordsDiffer'),
    path: ['repeatPassword'],
    // Told together with whatever else is wrong, not after it.
    when: () => true,
  }),
);

export default function SignUpPage() {
  const { t } = useTranslation();
  useTitle('signUp');
  usePreparedToasts();
  const dispatch = useAppDispatch();
  const tellFailure = useCredentialsToast(t('auth.signUpFailed'));
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(SignUpForm),
    defaultValues: { email: '', password: '', repeatPassword: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, password }) => {
    const result = await dispatch(signUp({ email, password }));
    if (signUp.rejected.match(result)) tellFailure(result.payload);
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
        autoComplete="email"
        placeholder={t('auth.emailPlaceholder')}
        fault={errors.email?.message}
        {...register('email')}
      />
      <Field
        label={t('auth.password')}
        type="password"
        autoComplete="new-password"
        hint={t('auth.passwordHint')}
        fault={errors.password?.message}
        {...register('password')}
      />
      <Field
        label={t('auth.repeatPassword')}
        type="password"
        autoComplete="new-password"
        fault={errors.repeatPassword?.message}
        {...register('repeatPassword')}
      />
    </CredentialsPage>
  );
}
