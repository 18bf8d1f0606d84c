import BoltIcon from '@mui/icons-material/BoltOutlined';
import CallReceivedIcon from '@mui/icons-material/CallReceived';
import FlagIcon from '@mui/icons-material/Flag';
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined';
import QuestionAnswerIcon from '@mui/icons-material/QuestionAnswerOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import WebhookIcon from '@mui/icons-material/WebhookOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { StoryEntry, StoryEntryKind } from '@towpath/contracts/operator';
import { useId, useState, type ComponentType } from 'react';
import { Link as RouterLink } from 'react-router';
import { KIND_NAMES, pathOf } from '../api/resource-name.js';
import { useSession } from '../api/use-session.js';
import { localTime, utcClock } from '../parts/shown-time.js';
import { Facts, Value } from '../parts/facts.js';
import { toneOf } from '../parts/words.js';
import { ENTRY_WORDS } from './entry-kinds.js';

const ICONS: Readonly<Record<StoryEntryKind, ComponentType<SvgIconProps>>> = {
  STATE: FlagIcon,
  EVENT: BoltIcon,
  WEBHOOK: WebhookIcon,
  DELIVERY: SendIcon,
  CALL_BACK: CallReceivedIcon,
  QUESTION: QuestionAnswerIcon,
  LEDGER: MenuBookIcon,
};

interface StoryLineProps {
  readonly entry: StoryEntry;
  /** The day, at its first entry. */
  readonly day: string | undefined;
  readonly isLast: boolean;
}

export function StoryLine({ entry, day, isLast }: StoryLineProps) {
  const isState = entry.entry === 'STATE';
  return (
    <>
      {day && (
        <Box component="li" sx={{ pt: 1, pb: 1.5 }}>
          <Typography variant="caption" color="textSecondary" sx={{ fontWeight: 600 }}>
            {day}, UTC
          </Typography>
        </Box>
      )}
      <Box
        component="li"
        sx={{ display: 'grid', gridTemplateColumns: '2.25rem minmax(0, 1fr)', columnGap: 1.5 }}
      >
        <Box sx={{ display: 'grid', gridTemplateRows: 'auto 1fr', justifyItems: 'center' }}>
          <Mark entry={entry} />
          {!isLast && <Box sx={{ width: 2, minHeight: 12, height: '100%', bgcolor: 'divider' }} />}
        </Box>
        <Box sx={{ pb: isLast ? 0 : 2, pt: 0.5 }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', columnGap: 1.25 }}>
            <Typography
              sx={{
                fontWeight: isState ? 700 : 500,
                fontSize: isState ? '1rem' : '0.9375rem',
                overflowWrap: 'anywhere',
              }}
            >
              {withoutIds(entry.title)}
            </Typography>
            <Typography variant="caption" color="textSecondary" sx={{ ml: 'auto' }}>
              <Tooltip title={localTime(entry.at)} describeChild>
                <time dateTime={entry.at}>{utcClock(entry.at)}</time>
              </Tooltip>
            </Typography>
          </Box>
          {entry.reason && <Typography variant="body2">{entry.reason}</Typography>}
          <Small entry={entry} />
        </Box>
      </Box>
    </>
  );
}

/** Accounts of the ledger have the ID of their app or account, which stands in the details. */
const withoutIds = (title: string): string => title.replaceAll(/:[0-9A-HJKMNP-TV-Z]{26}\b/g, '');

/** The state that a change leads to. */
const lastOf = (title: string): string => title.split(/\s*→\s*/).at(-1) ?? title;

function Mark({ entry }: { readonly entry: StoryEntry }) {
  const Icon = ICONS[entry.entry];
  const tone = entry.entry === 'STATE' ? toneOf(lastOf(entry.title)) : undefined;
  const colour = tone === 'default' ? 'primary' : tone;
  return (
    <Box
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 34,
        height: 34,
        borderRadius: '50%',
        ...(colour
          ? { bgcolor: `${colour}.main`, color: 'background.paper' }
          : { bgcolor: 'action.hover', color: 'text.secondary' }),
      }}
    >
      <Icon fontSize="small" titleAccess={ENTRY_WORDS[entry.entry][0]} />
    </Box>
  );
}

/** Who knows it, what else it is about, its trace, and its details behind a button. */
function Small({ entry }: { readonly entry: StoryEntry }) {
  const [isOpen, setOpen] = useState(false);
  const region = useId();
  const traceUrl = useSession()?.trace_url;
  const given = entry.details ?? {};
  const details = Object.entries(given);
  return (
    <Typography component="div" variant="caption" color="textSecondary" sx={{ mt: 0.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25 }}>
        <span>{entry.service}</span>
        {entry.about && (
          <Link component={RouterLink} to={pathOf(entry.about)}>
            {KIND_NAMES[entry.about.kind][0]}
          </Link>
        )}
        {entry.trace_id && traceUrl && (
          <Link
            href={traceUrl.replace('{trace_id}', entry.trace_id)}
            target="_blank"
            rel="noreferrer"
          >
            Trace
          </Link>
        )}
        {details.length > 0 && (
          <Link
            component="button"
            type="button"
            variant="caption"
            aria-expanded={isOpen}
            aria-controls={region}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Less' : 'Details'}
          </Link>
        )}
      </Box>
      <Box
        id={region}
        hidden={!isOpen}
        sx={{ mt: 1, p: 1.5, borderRadius: 1, bgcolor: 'action.hover' }}
      >
        {isOpen && (
          <Facts
            rows={details.map(([name, value]) => ({
              name,
              value: <Value value={value} of={given} place={{ path: name, indexes: [] }} />,
            }))}
          />
        )}
      </Box>
    </Typography>
  );
}
