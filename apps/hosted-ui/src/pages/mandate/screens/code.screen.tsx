import { useEffect, useRef, useState } from 'preact/hooks';
import { plainText } from '../../../shared/input/plain-text.js';
import { Button } from '../../../shared/parts/button.js';
import { SubmitButton } from '../../../shared/parts/submit-button.js';
import { StepHead, StepNotice, StepFoot } from '../parts/mandate-parts.js';
import { STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function CodeScreen(props: MandateViewProps) {
  const { flow, state, view, words } = props;
  const texts = words.code;
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const busy = state.sending.what === 'otp';
  const idle = state.sending.what === 'nothing';
  const otp = plainText(code).replaceAll(/[\s-]/gu, '');
  useEffect(() => {
    if (!idle || state.notice !== 'code') return;
    setCode('');
    field.current?.focus();
  }, [idle, state.notice]);

  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setTried(otp === '');
    if (otp === '') return field.current?.focus();
    void flow.enterCode(otp);
  };
  return (
    <div class="panel-body">
      <StepHead {...props} step="bank" title={texts.title} />
      <p>{texts.body(view.institution?.name ?? '')}</p>
      <StepNotice {...props} />
      <form class="form" noValidate onSubmit={onSubmit}>
        <TextField
          id="bank-code"
          label={texts.code}
          hint={texts.hint}
          fault={tried && otp === '' ? texts.fault : null}
          faultElsewhere={state.notice === 'code' && otp === '' ? STEP_NOTICE : null}
          value={code}
          onType={setCode}
          field={field}
          input={{ inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 20 }}
        />
        <SubmitButton busy={busy}>{busy ? words.sending : texts.confirm}</SubmitButton>
      </form>
      <p class="visually-hidden" role="status">
        {busy ? words.sending : ''}
      </p>
      <Button kind="quiet" off={!idle} onPress={() => flow.signInAgain()}>
        {texts.again}
      </Button>
      <StepFoot {...props} />
    </div>
  );
}
