import { useEffect, useRef, useState } from 'preact/hooks';
import { type OwnMostFault, ownMostIn } from '../flow/own-most.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export type OwnMostEntry = ReturnType<typeof useOwnMost>;

/** The payer's own limit: what cannot be read, or cannot work, is never sent. */
export function useOwnMost({ view, state, locales, typedMost, onTypeMost, due }: MandateViewProps) {
  const [told, setTold] = useState<OwnMostFault | null>(null);
  const [mended, setMended] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { currency, transaction_limits: limits } = view.mandate_details;
  const agreed = limits?.max_transaction_amount ?? null;
  const { minor, fault } = ownMostIn(typedMost, { currency, locales, agreed, due });
  const refused = state.sending.what === 'nothing' && state.notice === 'limit_refused' && !mended;
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);

  const type = (text: string) => {
    onTypeMost(text);
    setTold(null);
    setMended(true);
  };
  /** Sends the typed limit, or shows what is wrong with it. */
  const send = (agree: (most: number | null) => Promise<void>) => {
    setTold(fault);
    setMended(false);
    if (fault === null) void agree(minor);
    else field.current?.focus();
  };
  return { minor, told, refused, agreed, field, type, send };
}
