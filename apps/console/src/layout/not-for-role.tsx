import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { Title } from 'react-admin';
import { useLocation } from 'react-router';
import { PROPOSALS } from '../api/data-provider.js';

export function NotForRole() {
  const isForOperators = useLocation().pathname.startsWith(`/${PROPOSALS}`);
  return (
    <Box sx={{ pt: 3 }}>
      <Title title="Not for your role" />
      <Alert severity="info">
        <AlertTitle>Not for your role</AlertTitle>
        {isForOperators
          ? 'Only who may act sees this page.'
          : 'Only an administrator sees this page.'}
      </Alert>
    </Box>
  );
}
