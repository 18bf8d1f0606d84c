import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import { useMutation } from '@tanstack/react-query';
import type { ConsoleResourceResponse, UnmaskMemberRequest } from '@towpath/contracts/operator';
import { Form, maxLength, minLength, required, TextInput, useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../api/data-provider.js';
import { words } from '../parts/words.js';

interface UnmaskDialogProps {
  readonly resource: ConsoleResourceResponse;
  readonly member: string;
  readonly onClose: () => void;
  /** @param value as JSON */
  readonly onShown: (value: string) => void;
}

const REASON = [required('Say why.'), minLength(5, 'Say a little more.'), maxLength(500)];

/** Asks why a masked member must be seen. The reason stands in the audit, the value never does. */
export function UnmaskDialog({ resource, member, onClose, onShown }: UnmaskDialogProps) {
  const { unmask } = useDataProvider<ConsoleDataProvider>();
  const { kind, customer_app_id, id } = resource;
  const { mutate, error, isPending } = useMutation({
    mutationFn: (request: UnmaskMemberRequest) => unmask(request),
    onSuccess: ({ value }) => onShown(value),
  });
  const submit = ({ reason }: { reason?: string }) =>
    mutate({ kind, customer_app_id, id, member, reason: (reason ?? '').trim() });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="unmask">
      <Form onSubmit={submit}>
        <DialogTitle id="unmask">Show “{words(member)}”</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>
            The audit keeps that you saw it, and why.
          </DialogContentText>
          {error && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {error.message}
            </Alert>
          )}
          <TextInput
            source="reason"
            label="Reason"
            fullWidth
            multiline
            autoFocus
            minRows={2}
            validate={REASON}
            helperText="A ticket, or the request of the person"
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" loading={isPending}>
            Show
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
