import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Form, PasswordInput, required } from 'react-admin';
import { useLocation } from 'react-router';
import { useLogInAgain, useLoginWay } from '../api/use-session.js';
import { passwordRefusal } from '../layout/login-page.js';

/** Before what moves money or changes credentials: who sits here proves who they are. */
export function LogInAgain({ onLeave }: { readonly onLeave: () => void }) {
  const askWay = useLoginWay();
  const { data, error, refetch } = useQuery({ queryKey: ['login way'], queryFn: askWay });
  const { pathname, search } = useLocation();
  const back = encodeURIComponent(pathname + search);
  return (
    <Box sx={{ mt: 2 }}>
      <Alert severity="info" sx={{ mb: 2 }}>
        This needs a login of the last 10 minutes. Then you come back here.
      </Alert>
      {error && (
        <Alert severity="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.message}
        </Alert>
      )}
      {data?.way === 'oidc' && (
        <Button
          fullWidth
          size="large"
          variant="contained"
          href={`/console/login?fresh=true&return_to=${back}`}
          onClick={onLeave}
        >
          Log in again
        </Button>
      )}
      {data?.way === 'password' && <PasswordForm />}
      {!data && !error && <CircularProgress aria-label="Loading" size={28} />}
    </Box>
  );
}

function PasswordForm() {
  const logInAgain = useLogInAgain();
  const { mutate, error, isPending } = useMutation({ mutationFn: logInAgain });
  return (
    <Form onSubmit={({ password }: { password?: string }) => mutate(password ?? '')}>
      <PasswordInput
        source="password"
        label="Password"
        autoFocus
        fullWidth
        autoComplete="current-password"
        validate={required()}
      />
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {passwordRefusal(error)}
        </Alert>
      )}
      <Button fullWidth size="large" type="submit" variant="contained" loading={isPending}>
        Log in again
      </Button>
    </Form>
  );
}
