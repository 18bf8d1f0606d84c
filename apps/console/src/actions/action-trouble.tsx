import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { ConsoleError } from '../api/console-api.js';

const FORBIDDEN = 403;
const BROKEN = 500;

/** The resource is another one than the operator saw. */
export const isStale = (error: unknown): boolean =>
  error instanceof ConsoleError && /has changed/.test(error.message);

/** The service wants a login of the last minutes. */
export const needsLogin = ({ status, message }: ConsoleError): boolean =>
  status === FORBIDDEN && /login/.test(message);

/** Nobody knows whether it was done. */
const isUnclear = (error: Error): boolean =>
  error instanceof ConsoleError && (error.status === 0 || error.status >= BROKEN);

/** A session that has ended leads to the login, and from there back to the dialog. */
export function useEndedSession(error: unknown): void {
  const leaveIfEnded = useLogoutIfAccessDenied();
  useEffect(() => {
    if (error) void leaveIfEnded(error);
  }, [error, leaveIfEnded]);
}

interface ActionTroubleProps {
  readonly error: Error;
  readonly onAgain?: () => void;
}

/** Why an action, or its preview, did not come about. It stays until the next try. */
export function ActionTrouble({ error, onAgain }: ActionTroubleProps) {
  if (isStale(error)) {
    return (
      <Alert severity="warning" sx={{ mb: 2 }}>
        It has changed since you looked. Nothing was done; this is what would happen now.
      </Alert>
    );
  }
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={onAgain && <Button onClick={onAgain}>Try again</Button>}
    >
      {error.message}
      {!onAgain && isUnclear(error) && (
        <> It may have been done. Try again from here: it is done once only.</>
      )}
    </Alert>
  );
}
