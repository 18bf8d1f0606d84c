import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { useIsMutating } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';

/** The requests that act. */
export const ACTS = ['acts'];

interface ActionFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that stays open while something is being done. */
export function ActionFrame({ title, onClose, children }: ActionFrameProps) {
  const heading = useId();
  const isBusy = useIsMutating({ mutationKey: ACTS }) > 0;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={heading}
      onClose={() => !isBusy && onClose()}
    >
      <DialogTitle id={heading}>{title}</DialogTitle>
      {isBusy && <LinearProgress aria-label="It is being done" />}
      {children}
    </Dialog>
  );
}
