import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConsoleLogin, ConsoleSession } from '@towpath/contracts/operator';
import { hasFreshLogin } from '@towpath/contracts/operator-actions';
import { createContext, useCallback, useContext, type ReactNode } from 'react';
import { ACTING, type Sessions } from './auth-provider.js';
import type { SessionClock } from './session-clock.js';

interface Known {
  readonly sessions: Sessions;
  readonly clock: SessionClock;
}

const KnownSession = createContext<Known | undefined>(undefined);

export function SessionProvider({ children, ...known }: Known & { readonly children: ReactNode }) {
  return <KnownSession value={known}>{children}</KnownSession>;
}

function useKnown(): Known {
  const known = useContext(KnownSession);
  if (!known) throw new Error('this part is outside of the console');
  return known;
}

const SESSION = ['auth', 'session'];

export function useSession(): ConsoleSession | undefined {
  const { sessions } = useKnown();
  return useQuery({ queryKey: SESSION, queryFn: () => sessions.get() }).data;
}

/** Asks for the session anew at the next occasion. */
export function useForgetSession(): () => void {
  const { sessions } = useKnown();
  return useCallback(() => sessions.forget(), [sessions]);
}

/** Proves once more who the operator is, with the password of this machine. */
export function useLogInAgain(): (password: string) => Promise<void> {
  const { sessions } = useKnown();
  const queries = useQueryClient();
  return useCallback(
    async (password) => {
      await sessions.logInAgain(password);
      await queries.invalidateQueries({ queryKey: SESSION });
    },
    [sessions, queries],
  );
}

/** Whether the operator proved lately enough who they are. */
export function useHasFreshLogin(): boolean {
  const { clock } = useKnown();
  const at = useSession()?.authenticated_at;
  return (
    at !== undefined && hasFreshLogin({ authenticated_at: Date.parse(at) / 1_000 }, clock.nowMs())
  );
}

export const useMayAct = (): boolean => {
  const role = useSession()?.role;
  return role !== undefined && ACTING.includes(role);
};

export const useSessionClock = (): SessionClock => useKnown().clock;

export const useLoginWay = (): (() => Promise<ConsoleLogin>) => useKnown().sessions.way;
