import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../state.ts';
import { useFailureText } from '../ui/failure-text.ts';
import { toast } from '../ui/toast.tsx';
import { usePortionName } from './portion-name.ts';
import {
  addPortion,
  deletePortion,
  editPortion,
  type NewPortion,
  type Portion,
  type PortionFacts,
} from './water.slice.ts';
import { newWriteKey } from './write-key.ts';

/**
 * The writes of portions as the page does them: what was added or deleted can be undone from a toast. `add` and `edit`
 * return why they failed, for the form that asked; `remove` has no form left and says it in a toast.
 */
export function usePortionWrites() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const nameOf = usePortionName();

  const add = async (portion: NewPortion): Promise<string | undefined> => {
    const result = await dispatch(addPortion(portion));
    if (addPortion.rejected.match(result)) return failureText(result.payload);
    const added = result.payload;
    void toast('success', t('water.added', { portion: nameOf(added) }), {
      label: t('water.undo'),
      run: () => void dispatch(deletePortion(added)),
    });
  };

  const edit = async (portion: Portion, facts: PortionFacts): Promise<string | undefined> => {
    const result = await dispatch(editPortion({ portion, facts }));
    return editPortion.rejected.match(result) ? failureText(result.payload) : undefined;
  };

  const remove = async (portion: Portion): Promise<void> => {
    const result = await dispatch(deletePortion(portion));
    if (deletePortion.rejected.match(result)) {
      void toast('error', failureText(result.payload));
      return;
    }
    const { waterVolume, time } = portion;
    void toast('success', t('water.deleted', { portion: nameOf(portion) }), {
      label: t('water.undo'),
      run: () => void dispatch(addPortion({ waterVolume, time, key: newWriteKey() })),
    });
  };

  return { add, edit, remove };
}
