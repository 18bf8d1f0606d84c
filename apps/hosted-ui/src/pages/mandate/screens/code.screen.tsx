import { useEffect, useRef, useState } from 'preact/hooks';
import { plainText } from '../../../shared/input/plain-text.js';
import { Button } from '../../../shared/parts/button.js';
import { MandateNotice, MandateFoot, StepHead } from '../parts/mandate-parts.js';
import { STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { StepForm } from '../../../shared/parts/step.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function CodeScreen(props: MandateViewProps) {
  const { flow, state, view, texts } = props;
  const words = texts.code;
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const idle = state.sending.what === 'nothing';
  const otp = plainText(code).replaceAll(/[\s-]/gu, '');
  useEffect(() => {
    if (!idle || state.notice !== 'code') return;
    setCode('');
    field.current?.focus();
  }, [idle, state.notice]);

  const onSend = () => {
    setTried(otp === '');
    if (otp === '') return field.current?.focus();
    void flow.enterCode(otp);
  };
  return (
    <div class="panel-body">
      <StepHead {...props} step="bank" title={words.title} />
      <p>{words.body(view.institution?.name ?? '')}</p>
      <MandateNotice {...props} />
      <StepForm {...props} what="otp" label={words.confirm} onSend={onSend}>
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
      </StepForm>
      <Button kind="quiet" off={!idle} onPress={() => flow.signInAgain()}>
        {words.again}
      </Button>
      <MandateFoot {...props} />
    </div>
  );
}
