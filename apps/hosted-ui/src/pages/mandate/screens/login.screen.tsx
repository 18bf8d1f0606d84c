import { Icon } from '../../../shared/parts/icon.js';
import { StepHead, StepNotice, StepFoot, ChosenBank } from '../parts/mandate-parts.js';
import { STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { SubmitButton } from '../../../shared/parts/submit-button.js';
import { SecretField } from '../../../shared/parts/secret-field.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { MandateViewProps } from './mandate-screen-props.js';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface LoginForm {
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

export function LoginScreen(props: MandateViewProps) {
  const { state, view, words, merchant } = props;
  const texts = words.login;
  const form = useLoginForm(props);
  const busy = state.sending.what === 'login';
  return (
    <div class="panel-body">
      <StepHead {...props} step="bank" title={texts.title(view.institution?.name ?? '')} />
      <ChosenBank {...props} />
      <p>{texts.body}</p>
      <StepNotice {...props} />
      <form class="form" noValidate onSubmit={form.onSubmit}>
        <TextField
          id="bank-user"
          label={texts.userId}
          fault={form.faults.userId ? texts.userIdFault : null}
          value={form.userId}
          onType={form.setUserId}
          field={form.userField}
          input={{ autocomplete: 'username', maxlength: 100 }}
        />
        <Password form={form} texts={texts} refused={state.notice === 'credentials'} />
        <SubmitButton busy={busy}>{busy ? words.sending : texts.continue}</SubmitButton>
      </form>
      <p class="visually-hidden" role="status">
        {busy ? words.sending : ''}
      </p>
      <p class="trust">
        <Icon name="lock" />
        <span>{texts.trust(merchant)}</span>
      </p>
      <StepFoot {...props} />
    </div>
  );
}

interface PasswordProps {
  readonly form: LoginForm;
  readonly texts: MandateViewProps['words']['login'];
  readonly refused: boolean;
}

function Password({ form, texts, refused }: PasswordProps) {
  return (
    <SecretField
      id="bank-password"
      label={texts.password}
      fault={form.faults.password ? texts.passwordFault : null}
      faultElsewhere={refused && form.password === '' ? STEP_NOTICE : null}
      value={form.password}
      onType={form.setPassword}
      field={form.passwordField}
      words={texts}
    />
  );
}

/**
 * The payer's input for the login. After a refusal the payer types the password again; the user ID
 * stays.
 */
function useLoginForm({ flow, state }: MandateViewProps): LoginForm {
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
