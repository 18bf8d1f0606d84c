import AccessTimeIcon from '@mui/icons-material/AccessTime';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type ReactNode } from 'react';
import {
  AppBar,
  CheckForApplicationUpdate,
  Layout,
  Logout,
  TitlePortal,
  useCheckAuth,
  UserMenu,
} from 'react-admin';
import { useForgetSession, useSession, useSessionClock } from '../api/use-session.js';
import { ConsoleMenu } from './console-menu.js';

export function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Layout
      appBar={ConsoleBar}
      menu={ConsoleMenu}
      sx={{
        '& .RaLayout-content': { minWidth: 0, px: { xs: 1.5, sm: 3 }, pb: 6, bgcolor: 'inherit' },
      }}
    >
      {children}
      <CheckForApplicationUpdate />
    </Layout>
  );
}

function ConsoleBar() {
  const role = useSession()?.role;
  return (
    <AppBar userMenu={<OperatorMenu />} toolbar={<SessionTime />}>
      <TitlePortal component="h1" variant="h6" />
      {role && (
        <Chip
          size="small"
          variant="outlined"
          label={role}
          sx={{ mr: 1, display: { xs: 'none', sm: 'flex' } }}
        />
      )}
    </AppBar>
  );
}

/** Who is logged in; on a phone also what the bar has no room for. */
function OperatorMenu() {
  const session = useSession();
  return (
    <UserMenu label={session ? `${session.name}: who you are, log out` : 'Who you are'}>
      {session && (
        <MenuItem disabled divider sx={{ '&.Mui-disabled': { opacity: 1 } }}>
          <Box>
            <Typography variant="body2">{session.name}</Typography>
            <Typography variant="caption" color="textSecondary">
              {session.role} · {session.subject}
            </Typography>
          </Box>
        </MenuItem>
      )}
      <Logout />
    </UserMenu>
  );
}

const STEP_MS = 10_000;
const MINUTE_MS = 60_000;
const SOON_MS = 2 * MINUTE_MS;

/** How long the session lasts without another request. When it has ended, the login comes. */
function SessionTime() {
  const clock = useSessionClock();
  const session = useSession();
  const checkAuth = useCheckAuth();
  const forget = useForgetSession();
  const [remainingMs, setRemainingMs] = useState(() => clock.remainingMs());
  useEffect(() => {
    if (!session) return undefined;
    const step = () => {
      const leftMs = clock.remainingMs();
      setRemainingMs(leftMs);
      if (leftMs > 0) return;
      forget();
      void checkAuth().catch(() => undefined);
    };
    step();
    const timer = setInterval(step, STEP_MS);
    return () => clearInterval(timer);
  }, [session, clock, checkAuth, forget]);
  if (!session) return null;
  const minutes = Math.round(remainingMs / MINUTE_MS);
  return (
    <Chip
      size="small"
      icon={<AccessTimeIcon />}
      color={remainingMs < SOON_MS ? 'warning' : 'default'}
      variant="outlined"
      label={`${minutes} min`}
      aria-label={`The session ends in ${minutes} minutes if you do nothing`}
      role="timer"
      sx={{ mr: 0.5 }}
    />
  );
}
