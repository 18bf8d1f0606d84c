import type { ConsolePreviewRequest } from '@towpath/contracts/operator';
import type { OperatorActionName } from '@towpath/contracts/operator-actions';
import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../api/data-provider.js';
import { useSessionClock } from '../api/use-session.js';
import { ActionFrame } from './action-frame.js';
import { ACTION_WORDS, rulesOf } from './action-words.js';
import { draftOf, forgetDraft, keepDraft } from './asked-action.js';
import { ConfirmAction } from './confirm-action.js';
import { MemberForm } from './member-form.js';

interface ActionDialogProps {
  readonly action: OperatorActionName;
  readonly target: Pick<ConsolePreviewRequest, 'customer_app_id' | 'id' | 'service'>;
  readonly onClose: () => void;
}

/** One action on one thing: what it takes, then what will happen and why. */
export function ActionDialog({ action, target, onClose }: ActionDialogProps) {
  const name = `${action} ${target.customer_app_id}.${target.id}`;
  const { act } = useDataProvider<ConsoleDataProvider>();
  const clock = useSessionClock();
  const [draft, setDraft] = useState(() => draftOf(name, new Date(clock.nowMs())));
  useEffect(() => forgetDraft(name), [name]);
  const [taken] = rulesOf(action).takes;
  const request = { action, ...target, ...draft.members };
  return (
    <ActionFrame title={ACTION_WORDS[action].name} onClose={onClose}>
      {taken && !draft.members ? (
        <MemberForm
          member={taken}
          request={request}
          onGiven={(members) => setDraft({ ...draft, members })}
          onClose={onClose}
        />
      ) : (
        <ConfirmAction
          request={request}
          perform={(confirmed) => act({ ...request, ...confirmed, action_id: draft.action_id })}
          onBack={taken && (() => setDraft({ ...draft, members: undefined }))}
          onClose={onClose}
          onLeave={() => keepDraft(name, draft)}
        />
      )}
    </ActionFrame>
  );
}
