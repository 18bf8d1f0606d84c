import { useEffect, useRef, useState } from 'preact/hooks';
import { plainText } from '../../../shared/input/plain-text.js';
import { Button } from '../../../shared/parts/button.js';
import { MandateNotice, StepFoot, StepHead } from '../parts/mandate-parts.js';
import { Announced, STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function CodeScreen(props: MandateViewProps) {
  const { flow, state, view, texts } = props;
  const words = texts.code;
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
      <StepHead {...props} step="bank" title={words.title} />
      <p>{words.body(view.institution?.name ?? '')}</p>
      <MandateNotice {...props} />
      <form class="form" noValidate onSubmit={onSubmit}>
        <TextField
          id="bank-code"
          label={words.code}
          hint={words.hint}
          fault={tried && otp === '' ? words.fault : null}
          faultElsewhere={state.notice === 'code' && otp === '' ? STEP_NOTICE : null}
          value={code}
          onType={setCode}
          field={field}
          input={{ inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 20 }}
        />
        <Button kind="primary" busy={busy}>
          {busy ? texts.sending : words.confirm}
        </Button>
      </form>
      <Announced text={busy && texts.sending} />
      <Button kind="quiet" off={!idle} onPress={() => flow.signInAgain()}>
        {words.again}
      </Button>
      <StepFoot {...props} />
    </div>
  );
}
