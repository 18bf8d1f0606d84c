import { useQuery } from '@tanstack/react-query';
import type { ConsoleLogin, ConsoleSession } from '@towpath/contracts/operator';
import { createContext, useCallback, useContext, type ReactNode } from 'react';
import type { Sessions } from './auth-provider.js';
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

export function useSession(): ConsoleSession | undefined {
  const { sessions } = useKnown();
  return useQuery({ queryKey: ['auth', 'session'], queryFn: () => sessions.get() }).data;
}

/** Asks for the session anew at the next occasion. */
export function useForgetSession(): () => void {
  const { sessions } = useKnown();
  return useCallback(() => sessions.forget(), [sessions]);
}

export const useSessionClock = (): SessionClock => useKnown().clock;

export const useLoginWay = (): (() => Promise<ConsoleLogin>) => useKnown().sessions.way;
