import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../shared/parts/icon.js';
import { accountEntry, accountFaults, type AccountField } from '../flow/account-entry.js';
import { StepHead, StepNotice, StepFoot, ChosenBank } from '../parts/mandate-parts.js';
import { STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { SubmitButton } from '../../../shared/parts/submit-button.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function AccountScreen(props: MandateViewProps) {
  const { words, merchant } = props;
  const texts = words.account;
  return (
    <div class="panel-body">
      <StepHead {...props} step="account" title={texts.title} />
      <ChosenBank {...props} />
      <StepNotice {...props} />
      <AccountForm {...props} />
      <p class="trust">
        <Icon name="lock" />
        <span>{texts.trust(merchant)}</span>
      </p>
      <StepFoot {...props} />
    </div>
  );
}

function AccountForm({ flow, state, words }: MandateViewProps) {
  const texts = words.account;
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

  const onSubmit = (event: Event) => {
    event.preventDefault();
    const entry = accountEntry({ holder, number });
    const wrong = accountFaults(entry);
    setFaults(wrong);
    if (wrong.length === 0) return flow.enterAccount(entry);
    (wrong[0] === 'holder' ? holderField : numberField).current?.focus();
  };
  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      <TextField
        id="account-holder"
        label={texts.holder}
        hint={texts.holderHint}
        fault={faults.includes('holder') ? texts.holderFault : null}
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
        label={texts.number}
        hint={texts.numberHint}
        fault={faults.includes('number') ? texts.numberFault : null}
        faultElsewhere={refused ? STEP_NOTICE : null}
        value={number}
        onType={(typed) => {
          setNumber(typed);
          mended('number');
        }}
        field={numberField}
        input={{ inputmode: 'numeric', autocomplete: 'off', maxlength: 60 }}
      />
      <SubmitButton busy={false}>{texts.continue}</SubmitButton>
    </form>
  );
}
