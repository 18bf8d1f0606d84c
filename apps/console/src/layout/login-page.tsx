import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ConsoleLogin } from '@towpath/contracts/operator';
import { useCallback, useEffect, useState } from 'react';
import { Form, Notification, PasswordInput, required, useLogin } from 'react-admin';
import { useLocation } from 'react-router';
import { ConsoleError } from '../api/console-api.js';
import { useLoginWay } from '../api/use-session.js';
import { Code } from '../parts/parts.js';

type Answer = Partial<ConsoleLogin> & { readonly hasFailed?: boolean };

/** The way in: of the provider, or the password of this machine. */
export function LoginPage() {
  const askWay = useLoginWay();
  const [answer, setAnswer] = useState<Answer>({});
  const ask = useCallback(() => {
    setAnswer({});
    askWay().then(setAnswer, () => setAnswer({ hasFailed: true }));
  }, [askWay]);
  // Not a query of react-admin's cache: a logout empties that while the answer is on its way.
  useEffect(ask, [ask]);
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 } }}>
        <Box
          component="img"
          src={`${import.meta.env.BASE_URL}icon.svg`}
          alt=""
          width={44}
          height={44}
        />
        <Typography component="h1" variant="h1" sx={{ mt: 2 }}>
          Operations console
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 0.5, mb: 3 }}>
          Find, see and watch what the system does, and act.
        </Typography>
        {answer.hasFailed ? (
          <Alert severity="error" action={<Button onClick={ask}>Try again</Button>}>
            The console does not answer.
          </Alert>
        ) : (
          <Way way={answer.way} />
        )}
      </Card>
      <Notification />
    </Box>
  );
}

/** Where the operator wanted to go; react-admin keeps it in the history. */
interface Wanted {
  readonly nextPathname?: string;
  readonly nextSearch?: string;
}

function Way({ way }: Partial<ConsoleLogin>) {
  const { nextPathname = '/', nextSearch = '' } = (useLocation().state ?? {}) as Wanted;
  if (way === 'password') return <PasswordForm />;
  if (way === 'oidc') {
    return (
      <Button
        fullWidth
        size="large"
        variant="contained"
        href={`/console/login?return_to=${encodeURIComponent(nextPathname + nextSearch)}`}
      >
        Log in with your organisation
      </Button>
    );
  }
  return <CircularProgress aria-label="Loading" size={28} />;
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'This is not the password.',
  401: 'This is not the password.',
  403: 'This is not the password.',
  429: 'Too many tries. Wait a minute, then try again.',
};

/** Why a password did not lead in. */
export function passwordRefusal(error: unknown): string {
  const status = error instanceof ConsoleError ? error.status : 0;
  return REFUSALS[status] ?? 'The console does not answer. Try again.';
}

function PasswordForm() {
  const login = useLogin();
  const [refusal, setRefusal] = useState('');
  const submit = async (values: object) => {
    setRefusal('');
    await login(values).catch((error: unknown) => setRefusal(passwordRefusal(error)));
  };
  return (
    <Form onSubmit={submit}>
      <PasswordInput
        source="password"
        label="Password"
        autoFocus
        fullWidth
        autoComplete="current-password"
        validate={required()}
        helperText={
          <>
            <Code>npm start</Code> printed it at its first run.
          </>
        }
      />
      {refusal && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refusal}
        </Alert>
      )}
      <Button fullWidth size="large" type="submit" variant="contained" sx={{ mt: 1 }}>
        Log in
      </Button>
    </Form>
  );
}
