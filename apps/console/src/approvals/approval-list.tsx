import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { List, useListContext, usePermissions } from 'react-admin';
import { ACTING } from '../api/auth-provider.js';
import { useAskedAction } from '../actions/asked-action.js';
import { ApproveDialog } from './approve-dialog.js';
import { ProposalCard, type ProposalRecord } from './proposal-card.js';

export const APPROVE = 'approve';

/** What waits for a second person, and what was decided of late. */
export function ApprovalList() {
  const { permissions } = usePermissions<string>();
  return (
    <List<ProposalRecord>
      queryOptions={{ enabled: ACTING.some((role) => role === permissions) }}
      title="Approvals"
      exporter={false}
      actions={false}
      pagination={false}
      perPage={100}
      empty={false}
      component="div"
    >
      <Proposals />
    </List>
  );
}

function Proposals() {
  const { data, isPending } = useListContext<ProposalRecord>();
  const { act, of, ask, close } = useAskedAction();
  const approved = act === APPROVE ? data?.find(({ id }) => id === of) : undefined;
  if (isPending || !data) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 920, pt: 2 }}>
      <Typography color="textSecondary">
        What is more than one person may do alone waits here for another one.
      </Typography>
      {data.length === 0 && <Typography>Nothing waits.</Typography>}
      {data.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          proposal={proposal}
          onApprove={() => ask(APPROVE, proposal.id)}
        />
      ))}
      {approved && <ApproveDialog key={approved.id} proposal={approved} onClose={close} />}
    </Box>
  );
}
