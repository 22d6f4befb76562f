import { useEffect, useRef, useState } from 'react';
import { toast } from '../ui/toast.tsx';
import type { PortionFacts } from './water.slice.ts';

/**
 * Saves while its dialog is out of sight and the page can be used. A failure brings the dialog back; where another one has
 * taken its place meanwhile, it is told in a toast.
 */
export function useSaving(write: (facts: PortionFacts) => Promise<string | undefined>, onClose: () => void) {
  const [isSaving, setIsSaving] = useState(false);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const save = async (facts: PortionFacts) => {
    setIsSaving(true);
    const failure = await write(facts);
    setIsSaving(false);
    if (!failure) onClose();
    else if (!isThere.current) void toast('error', failure);
    return failure;
  };
  return { isSaving, save };
}
