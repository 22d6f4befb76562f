import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../contract/languages.ts';
import { useAppDispatch } from '../state.ts';
import { Button } from '../ui/button.tsx';
import { useFailureText } from '../ui/failure-text.ts';
import { FormError } from '../ui/form.tsx';
import { TrashIcon } from '../ui/icons.tsx';
import section from '../ui/section.module.css';
import { deviceOf, ownSubscription, pushSupport, subscribe } from './push.ts';
import { addDevice, type Device, fetchPushKey, removeDevice } from './reminder-calls.ts';

/** The devices that reminders go to, and the way to add the one in hand. */
export function DevicesSection({ devices, onChange }: { devices: Device[]; onChange(): void }) {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const [own, setOwn] = useState<string>();
  const [support, setSupport] = useState(pushSupport);
  const [isAdding, setIsAdding] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isListed = devices.some(({ endpoint }) => endpoint === own);

  useEffect(() => {
    void ownSubscription().then((subscription) => setOwn(subscription?.endpoint));
  }, []);

  const add = async () => {
    setIsAdding(true);
    setFailure(undefined);
    try {
      const { key } = await dispatch(fetchPushKey({})).unwrap();
      const subscription = await subscribe(key).catch(() => undefined);
      setSupport(pushSupport());
      if (subscription === undefined) setFailure(t('reminders.subscribeFailed'));
      if (subscription) {
        const language = languageOf(i18n.language) ?? 'uk';
        const result = await dispatch(addDevice({ body: { ...deviceOf(subscription), language } }));
        if (addDevice.rejected.match(result)) {
          const isFull = result.payload?.fields.includes('endpoint');
          setFailure(isFull ? t('fields.tooManyDevices') : failureText(result.payload));
        }
        setOwn(subscription.endpoint);
        onChange();
      }
    } catch {
      setFailure(t('failures.server'));
    }
    setIsAdding(false);
  };

  const remove = async ({ id, endpoint }: Device) => {
    const result = await dispatch(removeDevice({ query: { id } }));
    if (endpoint === own) await ownSubscription().then((subscription) => subscription?.unsubscribe());
    if (removeDevice.rejected.match(result) && result.payload?.code !== 'not_found') {
      setFailure(failureText(result.payload));
    }
    onChange();
  };

  return (
    <section className={section.section} aria-labelledby="devices-title">
      <h3 id="devices-title" className={section.title}>
        {t('reminders.devices')}
      </h3>
      <p className={section.quiet}>{t('reminders.devicesExplained')}</p>
      {devices.length > 0 && (
        <ul className={section.list}>
          {devices.map((device) => (
            <li key={device.id} className={section.row}>
              <span className={section.name}>
                {device.name}
                {device.endpoint === own && ` (${t('reminders.thisDevice')})`}
              </span>
              <Button
                look="icon"
                aria-label={t('reminders.remove', { name: device.name })}
                onClick={() => remove(device)}
              >
                <TrashIcon size={20} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {support === 'yes' && !isListed && (
        <Button look="quiet" busy={isAdding} onClick={add}>
          {t('reminders.addDevice')}
        </Button>
      )}
      {support !== 'yes' && <p role="status">{t(`reminders.support.${support}`)}</p>}
      <FormError>{failure}</FormError>
    </section>
  );
}
