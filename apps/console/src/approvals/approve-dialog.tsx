import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../api/data-provider.js';
import { ActionFrame } from '../actions/action-frame.js';
import { ACTION_WORDS, rulesOf } from '../actions/action-words.js';
import { ConfirmAction } from '../actions/confirm-action.js';
import type { ProposalRecord } from './proposal-card.js';

interface ApproveDialogProps {
  readonly proposal: ProposalRecord;
  readonly onClose: () => void;
}

/** What the proposal would do now, which may be other than when it was proposed. */
export function ApproveDialog({ proposal, onClose }: ApproveDialogProps) {
  const { approve } = useDataProvider<ConsoleDataProvider>();
  const { action, service, customer_app_id, of: id, amount, since, payment_link_id } = proposal;
  const members = { amount, since, payment_link_id };
  // The kind of anything else tells its service.
  const owner = rulesOf(action).on === 'parked_message' ? { service } : {};
  return (
    <ActionFrame title={`Approve: ${ACTION_WORDS[action].name}`} onClose={onClose}>
      <ConfirmAction
        isApproval
        request={{ action, ...owner, customer_app_id, id, ...members }}
        perform={(confirmed) => approve({ ...confirmed, action_id: proposal.id })}
        onClose={onClose}
        onLeave={() => undefined}
      />
    </ActionFrame>
  );
}
