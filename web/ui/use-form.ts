import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import type { FormMessage } from '../../contract/field-messages.ts';

/** The key of a message that stands at a field; `normMissing` is the calculator's own. */
export type Fault = FormMessage | 'normMissing';

/** For each field, what is wrong with its value, beside all the others; undefined if nothing is. */
export type Rules<Values> = {
  [Name in keyof Values]?: (value: Values[Name], all: Values) => Fault | undefined;
};

type Faults<Values> = { [Name in keyof Values]?: Fault };

interface Form<Values> {
  initial: Values;
  rules: Rules<Values>;
  /** Gets values that pass every rule. A fault that it returns for a field is shown there. */
  onSubmit(values: Values): Promise<Faults<Values> | undefined>;
}

/**
 * A form of text fields. It is checked when it is sent; from then on each change is checked too. The first field with a
 * fault gets the focus. While the submission is under way another one does nothing, and whatever was typed stays.
 */
export function useForm<Values extends { [Name in keyof Values]: string }>({
  initial,
  rules,
  onSubmit,
}: Form<Values>) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults<Values>>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  const isChecked = useRef(false);
  const isUnderWay = useRef(false);

  const set = (name: keyof Values, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    if (isChecked.current) setFaults(check(rules, next));
  };

  const show = (found: Faults<Values>, form: HTMLFormElement) => {
    setFaults(found);
    for (const element of form.elements) {
      if (element instanceof HTMLInputElement && element.name in found) return element.focus();
    }
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    const form = event.currentTarget;
    isChecked.current = true;
    const found = check(rules, values);
    show(found, form);
    if (Object.keys(found).length > 0) return;
    isUnderWay.current = true;
    setIsSubmitting(true);
    const refused = await onSubmit(values);
    isUnderWay.current = false;
    setIsSubmitting(false);
    if (refused) show(refused, form);
  };

  return {
    values,
    isSubmitting,
    set,
    submit,
    /** What the input of a field takes. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      fault: faults[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
    }),
  };
}

function check<Values>(rules: Rules<Values>, values: Values): Faults<Values> {
  const faults: Faults<Values> = {};
  for (const name in rules) {
    const fault = rules[name]?.(values[name], values);
    if (fault) faults[name] = fault;
  }
  return faults;
}
