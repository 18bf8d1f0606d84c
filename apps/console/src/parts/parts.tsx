import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useSession } from '../api/use-session.js';
import { CODE_FONT } from '../theme/theme.js';
import { shownAmount } from './shown-amount.js';
import { localTime, utcTime } from './shown-time.js';
import { toneOf, words } from './words.js';

export function StatusChip({ status }: { readonly status: string | undefined }) {
  if (!status) return null;
  const tone = toneOf(status);
  return (
    <Chip
      size="small"
      variant="outlined"
      color={tone}
      label={words(status)}
      sx={{ bgcolor: tone === 'default' ? 'action.hover' : `${tone}.soft` }}
    />
  );
}

interface AmountProps {
  readonly amount: number | undefined;
  readonly currency: string | undefined;
}

export function Amount({ amount, currency }: AmountProps) {
  if (amount === undefined || currency === undefined) return null;
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {shownAmount(amount, currency)}
    </Box>
  );
}

/** The time of UTC; that of this machine when one points at it or focuses it. */
export function Instant({ at }: { readonly at: string | undefined }) {
  if (!at) return null;
  return (
    <Tooltip title={localTime(at)} describeChild>
      <Box component="time" dateTime={at} sx={{ whiteSpace: 'nowrap' }}>
        {utcTime(at)}
      </Box>
    </Tooltip>
  );
}

export function Code({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{ fontFamily: CODE_FONT, fontSize: '0.875em', overflowWrap: 'anywhere' }}
    >
      {children}
    </Box>
  );
}

/** The name of a customer app, and whether its money is play money. */
export function AppName({ id }: { readonly id: string | undefined }) {
  const apps = useSession()?.apps ?? [];
  if (!id) return null;
  const app = apps.find((known) => known.customer_app_id === id);
  if (!app) return <Code>{id}</Code>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      {app.name}
      {app.type === 'TEST' && <TestChip />}
    </Box>
  );
}

function TestChip() {
  return <Chip size="small" color="warning" variant="outlined" label="Test" sx={{ height: 20 }} />;
}

const SHOWN_OF_ID = 8;

/** The end of an ID, where a table has no room for all of it. */
export function ShortId({ id }: { readonly id: string }) {
  return (
    <Tooltip title={id}>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <Code>…{id.slice(-SHOWN_OF_ID)}</Code>
      </Box>
    </Tooltip>
  );
}

/** The name that the provider gives an operator; the whole subject when one points at it. */
export function Who({ subject }: { readonly subject: string }) {
  return (
    <Tooltip title={subject} describeChild>
      <span>{subject.split('#').at(-1)}</span>
    </Tooltip>
  );
}

/** Says whose part is missing, so that nobody takes an empty place for "nothing". */
export function Unanswered({ services }: { readonly services: readonly string[] | undefined }) {
  if (!services || services.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" sx={{ mb: 2, bgcolor: 'background.paper' }}>
      {services.join(', ')} did not answer: what {services.length > 1 ? 'they know' : 'it knows'} is
      missing here.
    </Alert>
  );
}
