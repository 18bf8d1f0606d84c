import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ActionProposal } from '@towpath/contracts/operator';
import { useState, type ReactNode } from 'react';
import { useDataProvider, useRefresh } from 'react-admin';
import { Link } from 'react-router';
import type { ConsoleDataProvider } from '../api/data-provider.js';
import { KIND_NAMES, pathOf } from '../api/resource-name.js';
import { useSession } from '../api/use-session.js';
import { ACTION_WORDS, rulesOf } from '../actions/action-words.js';
import { EffectList } from '../actions/effects.js';
import { AppName, Instant, ShortId, StatusChip, Who } from '../parts/parts.js';
import { ReasonDialog } from '../parts/reason.js';

/** Its own ID is `id`, that of what it acts on is `of`. */
export type ProposalRecord = ActionProposal & { readonly of: string };

interface ProposalCardProps {
  readonly proposal: ProposalRecord;
  readonly onApprove: () => void;
}

export function ProposalCard({ proposal, onApprove }: ProposalCardProps) {
  const { action, state, effects, reason, customer_app_id: app } = proposal;
  const { name, icon: Icon } = ACTION_WORDS[action];
  const heading = `proposal-${proposal.id}`;
  return (
    <Card component="article" aria-labelledby={heading} sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25, mb: 0.5 }}>
        <Icon color="primary" />
        <Typography id={heading} component="h2" variant="h2">
          {name}
        </Typography>
        <StatusChip status={state} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mb: 1.5 }}>
        <AppName id={app} />
        <Target proposal={proposal} />
      </Box>
      <EffectList effects={effects} />
      <Box component="dl" sx={{ m: 0, mt: 2, display: 'grid', gap: 1 }}>
        <Fact name="Why">{reason}</Fact>
        <Fact name="Proposed by">
          <Who subject={proposal.proposed_by} /> · <Instant at={proposal.created_at} />
        </Fact>
        {proposal.decided_by && (
          <Fact name="Decided by">
            <Who subject={proposal.decided_by} /> · <Instant at={proposal.decided_at} />
          </Fact>
        )}
        {proposal.outcome && <Fact name="Outcome">{proposal.outcome}</Fact>}
        {state === 'OPEN' && (
          <Fact name="Waits until">
            <Instant at={proposal.expires_at} />
          </Fact>
        )}
      </Box>
      {state === 'OPEN' && <Decide proposal={proposal} onApprove={onApprove} />}
    </Card>
  );
}

function Target({
  proposal: { action, customer_app_id: app, of: id },
}: Pick<ProposalCardProps, 'proposal'>) {
  const kind = rulesOf(action).on;
  if (kind === 'parked_message' || !app) return <ShortId id={id} />;
  return (
    <MuiLink component={Link} to={pathOf({ kind, customer_app_id: app, id })}>
      {KIND_NAMES[kind][0]} <ShortId id={id} />
    </MuiLink>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '7rem minmax(0, 1fr)', columnGap: 2 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

/** Another operator approves or declines; who proposed it may withdraw it. */
function Decide({ proposal, onApprove }: ProposalCardProps) {
  const { decline } = useDataProvider<ConsoleDataProvider>();
  const refresh = useRefresh();
  const subject = useSession()?.subject;
  const [isAsked, setAsked] = useState(false);
  const isOwn = proposal.proposed_by === subject;
  const verb = isOwn ? 'Withdraw' : 'Decline';
  if (!isOwn && !proposal.may_decide) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        You may not decide this one.
      </Typography>
    );
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      {proposal.may_decide && !isOwn && (
        <Button variant="contained" onClick={onApprove}>
          Approve…
        </Button>
      )}
      <Button variant="outlined" onClick={() => setAsked(true)}>
        {verb}…
      </Button>
      {isAsked && (
        <ReasonDialog
          title={`${verb}: ${ACTION_WORDS[proposal.action].name}`}
          text="Nothing will happen, and nobody can approve it any more."
          helperText="Who proposed it reads this, and the audit keeps it."
          verb={verb}
          onClose={() => setAsked(false)}
          send={async (reason) => {
            await decline({ action_id: proposal.id, reason });
            setAsked(false);
            refresh();
          }}
        />
      )}
    </Box>
  );
}
