import { useEffect, useRef, useState } from 'preact/hooks';
import { STEP_NOTICE, Trust } from '../../../shared/parts/notice-region.js';
import { StepForm } from '../../../shared/parts/step.js';
import { TextField } from '../../../shared/parts/text-field.js';
import { accountEntry, accountFaults, type AccountField } from '../flow/account-entry.js';
import { MandateBank, MandateNotice, MandateFoot, StepHead } from '../parts/mandate-parts.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function AccountScreen(props: MandateViewProps) {
  const { title, trust } = props.texts.account;
  return (
    <div class="panel-body">
      <StepHead {...props} step="account" title={title} />
      <MandateBank {...props} />
      <MandateNotice {...props} />
      <AccountForm {...props} />
      <Trust text={trust(props.merchant)} />
      <MandateFoot {...props} />
    </div>
  );
}

function AccountForm({ flow, state, texts }: MandateViewProps) {
  const words = texts.account;
  const [holder, setHolder] = useState(state.account?.holder ?? '');
  const [number, setNumber] = useState(state.account?.number ?? '');
  const [faults, setFaults] = useState<readonly AccountField[]>([]);
  const mended = (field: AccountField) => setFaults(faults.filter((wrong) => wrong !== field));
  const holderField = useRef<HTMLInputElement>(null);
  const numberField = useRef<HTMLInputElement>(null);

  const refused = state.notice === 'account_refused' && number === state.account?.number;
  useEffect(() => {
    if (refused) numberField.current?.focus();
  }, []);

  const onSend = () => {
    const entry = accountEntry({ holder, number });
    const wrong = accountFaults(entry);
    setFaults(wrong);
    if (wrong.length === 0) return flow.enterAccount(entry);
    (wrong[0] === 'holder' ? holderField : numberField).current?.focus();
  };
  return (
    <StepForm what="account" label={words.continue} state={state} texts={texts} onSend={onSend}>
      <TextField
        id="account-holder"
        label={words.holder}
        hint={words.holderHint}
        fault={faults.includes('holder') ? words.holderFault : null}
        value={holder}
        onType={(typed) => {
          setHolder(typed);
          mended('holder');
        }}
        field={holderField}
        input={{ autocomplete: 'name', autocapitalize: 'words', maxlength: 200 }}
      />
      <TextField
        id="account-number"
        label={words.number}
        hint={words.numberHint}
        fault={faults.includes('number') ? words.numberFault : null}
        faultElsewhere={refused ? STEP_NOTICE : null}
        value={number}
        onType={(typed) => {
          setNumber(typed);
          mended('number');
        }}
        field={numberField}
        input={{ inputmode: 'numeric', autocomplete: 'off', maxlength: 60 }}
      />
    </StepForm>
  );
}
