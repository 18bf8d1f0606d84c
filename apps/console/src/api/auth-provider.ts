import type { ConsoleLogin, ConsoleSession, OperatorRole } from '@towpath/contracts/operator';
import type { AuthProvider } from 'react-admin';
import { type ConsoleApi, ConsoleError } from './console-api.js';
import { AUDIT_ENTRIES, PROPOSALS } from './data-provider.js';

const UNAUTHORIZED = 401;

/** Who the operator is, asked once for each view of the page. */
export class Sessions {
  private known: Promise<ConsoleSession> | undefined;

  constructor(private readonly api: ConsoleApi) {}

  /** How operators log in here. */
  way = (): Promise<ConsoleLogin> => this.api.login();

  get(): Promise<ConsoleSession> {
    this.known ??= this.api.session().catch((error: unknown) => {
      this.forget();
      throw error;
    });
    return this.known;
  }

  /** The operator proves once more who they are: another session takes the place of this one. */
  async logInAgain(password: string): Promise<void> {
    await this.api.logIn({ password });
    this.forget();
    await this.get();
  }

  forget(): void {
    this.known = undefined;
  }
}

const isRefused = (error: unknown) =>
  error instanceof ConsoleError && error.status === UNAUTHORIZED;

/** The session of the console: without one every screen leads to the login. */
export function consoleAuthProvider(api: ConsoleApi, sessions: Sessions): AuthProvider {
  return {
    login: async ({ password }: { password: string }) => {
      await api.logIn({ password });
      sessions.forget();
    },
    logout: async () => {
      const session = await sessions.get().catch(() => undefined);
      sessions.forget();
      if (session) await api.logOut().catch(ignoreRefusal);
    },
    checkAuth: async () => {
      // Another trouble than a missing session is shown by the screen.
      await sessions.get().catch((error: unknown) => {
        if (isRefused(error)) throw new Error('', { cause: error });
      });
    },
    checkError: (error: unknown) => {
      if (!isRefused(error)) return Promise.resolve();
      sessions.forget();
      return Promise.reject(new Error('The session has ended.'));
    },
    getIdentity: async () => {
      const { subject, name } = await sessions.get();
      return { id: subject, fullName: name };
    },
    getPermissions: async (): Promise<OperatorRole> => (await sessions.get()).role,
    canAccess: async ({ resource }) => {
      const roles = ROLES_OF[resource];
      return !roles || roles.includes((await sessions.get()).role);
    },
  };
}

/** Roles that act. */
export const ACTING: readonly OperatorRole[] = ['operator', 'admin'];
/** Who sees what not everybody sees. */
const ROLES_OF: Readonly<Record<string, readonly OperatorRole[]>> = {
  [AUDIT_ENTRIES]: ['admin'],
  [PROPOSALS]: ACTING,
};

/** A session that has ended already needs no logout. */
function ignoreRefusal(error: unknown): void {
  if (!isRefused(error)) throw error;
}
