import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { Form, required, TextInput } from 'react-admin';
import { reasonLength } from './reason-length.js';

const REASON = [required('Say why.'), reasonLength];

/** Nobody can erase it from the audit. */
const NOBODY = 'Name no person, and write no personal data: it is kept for 7 years.';

/** A form's field for the reason that the audit keeps. */
export function ReasonInput({ helperText }: { readonly helperText: string }) {
  return (
    <TextInput
      source="reason"
      label="Reason"
      fullWidth
      multiline
      autoFocus
      minRows={2}
      validate={REASON}
      helperText={`${helperText} ${NOBODY}`}
    />
  );
}

export interface ReasonForm {
  readonly reason?: string;
}

export const reasonOf = ({ reason }: ReasonForm): string => (reason ?? '').trim();

interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly helperText: string;
  readonly verb: string;
  readonly onClose: () => void;
  /** What the reason is for. */
  readonly send: (reason: string) => Promise<void>;
}

/** Asks why, and does what needs no other word. */
export function ReasonDialog({ title, text, verb, onClose, send, ...field }: ReasonDialogProps) {
  const heading = useId();
  const { mutate, error, isPending } = useMutation({ mutationFn: send });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={heading}>
      <Form onSubmit={(form: ReasonForm) => mutate(reasonOf(form))}>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{text}</DialogContentText>
          {error && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {error.message}
            </Alert>
          )}
          <ReasonInput {...field} />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {verb}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
