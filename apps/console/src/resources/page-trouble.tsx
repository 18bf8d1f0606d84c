import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { Title, useResourceContext, useShowContext } from 'react-admin';
import type { ResourceKind } from '@towpath/contracts/operator';
import { KIND_NAMES } from '../api/resource-name.js';
import { ConsoleError } from '../api/console-api.js';

const NOT_FOUND = 404;

/** While a resource comes, and why it does not. */
export function PageTrouble() {
  const { isPending, isFetching, error, refetch } = useShowContext();
  const kind = useResourceContext() as ResourceKind;
  if ((isPending || isFetching) && !error)
    return <LinearProgress aria-label="Loading" sx={{ mt: 3 }} />;
  const isMissing = error instanceof ConsoleError && error.status === NOT_FOUND;
  return (
    <Box sx={{ pt: 3 }}>
      <Title title={KIND_NAMES[kind][0]} />
      <Alert
        severity={isMissing ? 'info' : 'error'}
        action={isMissing ? undefined : <Button onClick={() => void refetch()}>Try again</Button>}
      >
        {isMissing
          ? 'There is no such resource in the apps that you may see.'
          : (error?.message ?? 'The resource did not come.')}
      </Alert>
    </Box>
  );
}
