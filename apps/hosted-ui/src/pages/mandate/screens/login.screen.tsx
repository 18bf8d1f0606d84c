import { Icon } from '../../../shared/parts/icon.js';
import { ChosenBank } from '../parts/chosen-bank.js';
import { StepFoot } from '../parts/step-foot.js';
import { StepHead } from '../parts/step-head.js';
import { STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { StepNotice } from '../parts/step-notice.js';
import { SubmitButton } from '../../../shared/parts/submit-button.js';
import { SecretField } from '../../../shared/parts/secret-field.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { MandateViewProps } from './mandate-screen-props.js';
import { type LoginForm, useLoginForm } from './use-login-form.js';

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
