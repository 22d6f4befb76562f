import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Credentials } from '../../contract/account.ts';
import { paths } from '../paths.ts';
import { useAppDispatch } from '../state.ts';
import { Field } from '../ui/field.tsx';
import { useTitle } from '../ui/title.ts';
import { usePreparedToasts } from '../ui/toast.tsx';
import { signIn } from './auth.slice.ts';
import { CredentialsPage, useCredentialsToast } from './credentials-page.tsx';

export default function SignInPage() {
  const { t } = useTranslation();
  useTitle('signIn');
  usePreparedToasts();
  const dispatch = useAppDispatch();
  const tellFailure = useCredentialsToast(t('auth.signInFailed'));
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (credentials) => {
    const result = await dispatch(signIn(credentials));
    if (signIn.rejected.match(result)) tellFailure(result.payload);
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
        autoComplete="email"
        placeholder={t('auth.emailPlaceholder')}
        fault={errors.email?.message}
        {...register('email')}
      />
      <Field
        label={t('auth.password')}
        type="password"
        autoComplete="current-password"
        fault={errors.password?.message}
        {...register('password')}
      />
    </CredentialsPage>
  );
}
