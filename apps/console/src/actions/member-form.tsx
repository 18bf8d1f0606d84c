import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import type { ActionPreview, ConsolePreviewRequest } from '@towpath/contracts/operator';
import type { ActionMember } from '@towpath/contracts/operator-actions';
import { Money, parseId, type PaymentLinkId } from '@towpath/kernel';
import { useState, type FormEvent } from 'react';
import { shownAmount } from '../parts/shown-amount.js';
import { typedAmount } from '../parts/typed-amount.js';
import { ActionTrouble } from './action-trouble.js';
import type { GivenMembers } from './asked-action.js';
import { usePreview } from './confirm-action.js';

/** Of all that an amount can be of: what the preview without it says. */
type Whole = Pick<ActionPreview, 'amount' | 'currency'>;

interface MemberField {
  readonly label: (whole: Whole) => string;
  readonly help: (whole: Whole) => string;
  readonly first: (whole: Whole) => string;
  /** Undefined if the text is none. */
  readonly read: (text: string, whole: Whole) => GivenMembers | undefined;
  readonly wrong: string;
  readonly type?: 'datetime-local';
  readonly input?: Readonly<Record<string, unknown>>;
}

const DAY_MS = 86_400_000;
const MINUTES = 'YYYY-MM-DDTHH:MM'.length;
const wholeOf = ({ amount = 0, currency = '' }: Whole) => shownAmount(amount, currency);

const FIELDS: Readonly<Record<ActionMember, MemberField>> = {
  amount: {
    label: ({ currency }) => `Amount in ${currency}`,
    help: (whole) => `At most ${wholeOf(whole)}`,
    first: ({ amount = 0, currency = '' }) => Money.of(amount, currency).toDecimal(),
    read: (text, { amount: most = 0, currency = '' }) => {
      const amount = typedAmount({ text, currency });
      return amount !== undefined && amount > 0 && amount <= most ? { amount } : undefined;
    },
    wrong: 'No amount up to that.',
    input: { inputMode: 'decimal' },
  },
  since: {
    label: () => 'Failed since (UTC)',
    help: () => 'Webhooks that failed since then are sent again.',
    first: () => new Date(Date.now() - DAY_MS).toISOString().slice(0, MINUTES),
    read: (text) => {
      const since = new Date(`${text}Z`);
      return Number.isNaN(+since) ? undefined : { since: since.toISOString() };
    },
    wrong: 'A day and a time.',
    type: 'datetime-local',
  },
  payment_link_id: {
    label: () => 'ID of the payment link',
    help: () => 'The link that the money was meant for.',
    first: () => '',
    read: (text) => {
      const id = parseId<PaymentLinkId>(text.trim().toUpperCase());
      return id && { payment_link_id: id };
    },
    wrong: 'An ID has 26 letters and digits.',
    input: { maxLength: 40, spellCheck: false, autoComplete: 'off' },
  },
};

interface MemberFormProps {
  readonly member: ActionMember;
  readonly request: ConsolePreviewRequest;
  readonly onGiven: (members: GivenMembers) => void;
  readonly onClose: () => void;
}

/** What the action takes. For an amount the preview of the whole says how much there is. */
export function MemberForm({ member, request, onGiven, onClose }: MemberFormProps) {
  const needsWhole = member === 'amount';
  const { data, error, isFetching, refetch } = usePreview(request, { enabled: needsWhole });
  if (!needsWhole || (data?.is_possible && !isFetching)) {
    return <FieldForm member={member} whole={data ?? {}} onGiven={onGiven} onClose={onClose} />;
  }
  return (
    <>
      <DialogContent>
        {isFetching && <LinearProgress aria-label="Loading" />}
        {error && <ActionTrouble error={error} onAgain={() => void refetch()} />}
        {data?.refusal && <Alert severity="warning">{data.refusal}</Alert>}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  );
}

interface FieldFormProps extends Omit<MemberFormProps, 'request'> {
  readonly whole: Whole;
}

function FieldForm({ member, whole, onGiven, onClose }: FieldFormProps) {
  const { label, help, first, read, wrong, type, input } = FIELDS[member];
  const [text, setText] = useState(() => first(whole));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = read(text, whole);
    setWrong(!given);
    if (given) onGiven(given);
  };
  return (
    <form onSubmit={submit} noValidate>
      <DialogContent>
        <TextField
          fullWidth
          autoFocus
          margin="none"
          label={label(whole)}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isWrong}
          helperText={isWrong ? `${wrong} ${help(whole)}` : help(whole)}
          {...(type && { type })}
          slotProps={{
            htmlInput: input ?? {},
            inputLabel: { ...(type && { shrink: true }) },
          }}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" variant="contained">
          Show what will happen
        </Button>
      </DialogActions>
    </form>
  );
}
