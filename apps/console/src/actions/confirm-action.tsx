import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ActionPreview,
  ConsoleActionResponse,
  ConsolePreviewRequest,
} from '@towpath/contracts/operator';
import { useState } from 'react';
import { Form, useDataProvider } from 'react-admin';
import { ConsoleError } from '../api/console-api.js';
import type { ConsoleDataProvider } from '../api/data-provider.js';
import { useHasFreshLogin, useSession } from '../api/use-session.js';
import { ReasonInput, reasonOf, type ReasonForm } from '../parts/reason.js';
import { shownAmount } from '../parts/shown-amount.js';
import { ActionDone } from './action-done.js';
import { ACTS } from './action-frame.js';
import { ActionTrouble, isStale, needsLogin, useEndedSession } from './action-trouble.js';
import { ACTION_WORDS, rulesOf } from './action-words.js';
import { Effects } from './effects.js';
import { LogInAgain } from './log-in-again.js';

interface Confirmed {
  readonly seen: string;
  readonly reason: string;
}

interface ConfirmActionProps {
  readonly request: ConsolePreviewRequest;
  /** The operator approves what another one proposed. */
  readonly isApproval?: boolean;
  readonly perform: (confirmed: Confirmed) => Promise<ConsoleActionResponse>;
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
  /** Before a login that leaves the page. */
  readonly onLeave: () => void;
}

export const PREVIEWS = 'previews';

/** What would happen now. */
export function usePreview(request: ConsolePreviewRequest, { enabled = true } = {}) {
  const { previewAction } = useDataProvider<ConsoleDataProvider>();
  const preview = useQuery({
    queryKey: [PREVIEWS, request],
    queryFn: () => previewAction(request),
    gcTime: 0,
    enabled,
  });
  useEndedSession(preview.error);
  return preview;
}

/** Shows what will happen, asks why, and does it. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { request, onBack, onClose } = props;
  const queries = useQueryClient();
  const preview = usePreview(request);
  const act = useMutation({
    mutationKey: ACTS,
    mutationFn: props.perform,
    onError: (error) => (isStale(error) ? preview.refetch() : undefined),
    // Also after a failure: it may have been done.
    onSettled: () => {
      const isOther = (name: unknown) => name !== PREVIEWS && name !== 'auth';
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => isOther(name) });
    },
  });
  useEndedSession(act.error);
  if (act.data) return <ActionDone action={request.action} response={act.data} {...{ onClose }} />;
  if (!preview.data?.is_possible) {
    const refusal = preview.data?.refusal ?? 'This is not possible now.';
    return (
      <>
        <DialogContent>
          {preview.isFetching && <LinearProgress aria-label="Loading" />}
          {preview.error && (
            <ActionTrouble error={preview.error} onAgain={() => void preview.refetch()} />
          )}
          {preview.data && <Alert severity="warning">{refusal}</Alert>}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          {onBack && <Button onClick={onBack}>Back</Button>}
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    );
  }
  return (
    <Confirm
      {...props}
      preview={preview.data}
      error={act.error}
      isBusy={act.isPending || preview.isFetching}
      send={(confirmed) => queries.isMutating({ mutationKey: ACTS }) === 0 && act.mutate(confirmed)}
    />
  );
}

const REASON_HELP = 'The number of a ticket, or what happened. The audit keeps it.';

interface ConfirmProps extends ConfirmActionProps {
  readonly preview: ActionPreview;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly send: (confirmed: Confirmed) => unknown;
}

function Confirm({ preview, error, isBusy, send, ...props }: ConfirmProps) {
  const { request, isApproval = false, onBack, onClose, onLeave } = props;
  const [reason, setReason] = useState('');
  const mustLogIn = useMustLogIn(preview, error);
  const { isFinal } = rulesOf(request.action);
  const isProposal = preview.needs_second_person && !isApproval;
  const verb = verbOf(request, preview);
  const content = (
    <DialogContent>
      {error && !mustLogIn && <ActionTrouble error={error} />}
      <Effects preview={preview} isFinal={isFinal} />
      {isProposal && !mustLogIn && (
        <Typography sx={{ mb: 2 }}>
          It is more than one person may move alone: another operator must approve it.
        </Typography>
      )}
      {mustLogIn ? <LogInAgain onLeave={onLeave} /> : <ReasonInput helperText={REASON_HELP} />}
    </DialogContent>
  );
  const buttons = (
    <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', rowGap: 1 }}>
      {onBack && (
        <Button onClick={onBack} disabled={isBusy}>
          Back
        </Button>
      )}
      <Button onClick={onClose} disabled={isBusy}>
        Close
      </Button>
      {!mustLogIn && (
        <Button
          type="submit"
          variant="contained"
          color={isFinal && !isProposal ? 'error' : 'primary'}
          loading={isBusy}
        >
          {isProposal ? 'Propose to another operator' : isApproval ? `Approve: ${verb}` : verb}
        </Button>
      )}
    </DialogActions>
  );
  const submit = (form: ReasonForm) => {
    setReason(reasonOf(form));
    send({ seen: preview.seen, reason: reasonOf(form) });
  };
  // The login is a form of its own, and forms have none within.
  if (mustLogIn) {
    return (
      <>
        {content}
        {buttons}
      </>
    );
  }
  return (
    <Form onSubmit={submit} defaultValues={{ reason }}>
      {content}
      {buttons}
    </Form>
  );
}

/** Names the act, as in `Refund HKD 125.00`. */
function verbOf({ action }: ConsolePreviewRequest, { amount, currency }: ActionPreview): string {
  const { verb } = ACTION_WORDS[action];
  return amount === undefined || !currency ? verb : `${verb} ${shownAmount(amount, currency)}`;
}

/** By the time of the login, or because the service has said so of this login. */
function useMustLogIn({ needs_fresh_login: needs }: ActionPreview, error: Error | null): boolean {
  const isFresh = useHasFreshLogin();
  const at = useSession()?.authenticated_at;
  const [refused, setRefused] = useState<{ readonly error: Error; readonly at?: string }>();
  if (error instanceof ConsoleError && needsLogin(error) && refused?.error !== error) {
    setRefused({ error, ...(at !== undefined && { at }) });
  }
  return needs && (!isFresh || (refused !== undefined && refused.at === at));
}
