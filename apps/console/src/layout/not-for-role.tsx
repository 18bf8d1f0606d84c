import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { Title } from 'react-admin';

export function NotForRole() {
  return (
    <Box sx={{ pt: 3 }}>
      <Title title="Not for your role" />
      <Alert severity="info">
        <AlertTitle>Not for your role</AlertTitle>
        Only an administrator sees the audit, and only who may act sees approvals.
      </Alert>
    </Box>
  );
}
