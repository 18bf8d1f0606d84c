import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MandateViewProps } from './mandate-screen-props.js';

export interface LoginForm {
  readonly userId: string;
  readonly password: string;
  readonly setUserId: (value: string) => void;
  readonly setPassword: (value: string) => void;
  readonly userField: RefObject<HTMLInputElement>;
  readonly passwordField: RefObject<HTMLInputElement>;
  /** The fields that are empty. */
  readonly faults: { readonly userId: boolean; readonly password: boolean };
  readonly onSubmit: (event: Event) => void;
}

/**
 * The payer's input for the login. After a refusal the payer types the password again; the user ID
 * stays.
 */
export function useLoginForm({ flow, state }: MandateViewProps): LoginForm {
  const [userId, setUserId] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const userField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const { sending, notice } = state;
  const answer = sending.what === 'nothing' ? notice : null;
  useEffect(() => {
    if (answer !== 'credentials' && answer !== 'too_many') return;
    setPassword('');
    // After too many attempts there is nothing to type for a while.
    if (answer === 'credentials') passwordField.current?.focus();
  }, [answer]);

  const empty = { userId: userId.trim() === '', password: password === '' };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (sending.what !== 'nothing') return;
    setTried(empty.userId || empty.password);
    if (empty.userId) return userField.current?.focus();
    if (empty.password) return passwordField.current?.focus();
    void flow.signIn({ userId: userId.trim(), password });
  };
  const faults = { userId: tried && empty.userId, password: tried && empty.password };
  const fields = { userField, passwordField };
  return { userId, password, setUserId, setPassword, ...fields, faults, onSubmit };
}
