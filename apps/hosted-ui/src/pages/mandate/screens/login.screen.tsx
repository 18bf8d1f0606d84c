import { useEffect, useRef, useState } from 'preact/hooks';
import { STEP_NOTICE, Trust } from '../../../shared/parts/notice-region.js';
import { StepForm } from '../../../shared/parts/step.js';
import { SecretField, TextField } from '../../../shared/parts/text-field.js';
import { MandateBank, MandateNotice, MandateFoot, StepHead } from '../parts/mandate-parts.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function LoginScreen(props: MandateViewProps) {
  const { view, texts, merchant } = props;
  const words = texts.login;
  return (
    <div class="panel-body">
      <StepHead {...props} step="bank" title={words.title(view.institution?.name ?? '')} />
      <MandateBank {...props} />
      <p>{words.body}</p>
      <MandateNotice {...props} />
      <LoginForm {...props} />
      <Trust text={words.trust(merchant)} />
      <MandateFoot {...props} />
    </div>
  );
}

/** After a refusal the payer types the password again; the user ID stays. */
function LoginForm({ flow, state, texts }: MandateViewProps) {
  const words = texts.login;
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
  const onSend = () => {
    setTried(empty.userId || empty.password);
    if (empty.userId) return userField.current?.focus();
    if (empty.password) return passwordField.current?.focus();
    void flow.signIn({ userId: userId.trim(), password });
  };
  return (
    <StepForm what="login" label={words.continue} state={state} texts={texts} onSend={onSend}>
      <TextField
        id="bank-user"
        label={words.fields.user_id}
        fault={tried && empty.userId ? words.userIdFault : null}
        value={userId}
        onType={setUserId}
        field={userField}
        input={{ autocomplete: 'username', maxlength: 100 }}
      />
      <SecretField
        id="bank-password"
        label={words.fields.password}
        fault={tried && empty.password ? words.passwordFault : null}
        faultElsewhere={notice === 'credentials' && empty.password ? STEP_NOTICE : null}
        value={password}
        onType={setPassword}
        field={passwordField}
        words={words}
      />
    </StepForm>
  );
}
