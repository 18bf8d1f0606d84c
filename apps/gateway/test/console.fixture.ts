import { freePort } from '@towpath/local-system';
import {
  CONSOLE_CLIENT,
  startProvider,
  type Accounts,
  type RunningProvider,
} from '@towpath/testing';
import pg from 'pg';
import { ConsoleBrowser } from './console-browser.fixture.js';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

export const SESSION_COOKIE = '__Host-console';

/** A gateway whose console is on its own port, with a provider for its operators. */
export interface RunningConsole {
  readonly gateway: RunningGateway;
  readonly provider: RunningProvider;
  readonly origin: string;
  /** A browser in which this account has logged in. */
  loggedIn(person: string): Promise<ConsoleBrowser>;
  /** Changes the rows of sessions, as time does, or reads those of the audit. */
  sql(statement: string): Promise<readonly object[]>;
  stop(): Promise<void>;
}

export async function startConsole(
  accounts: Accounts,
  {
    settings = {},
    claimsInToken = false,
  }: { settings?: Readonly<Record<string, string>>; claimsInToken?: boolean } = {},
): Promise<RunningConsole> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startProvider({ accounts, console: origin, claimsInToken });
  const gateway = await startGateway({
    PORT: port,
    PUBLIC_CONSOLE_URL: origin,
    CONSOLE_OIDC_ISSUER: provider.issuer,
    CONSOLE_OIDC_CLIENT_ID: CONSOLE_CLIENT.id,
    CONSOLE_OIDC_CLIENT_SECRET: CONSOLE_CLIENT.secret,
    ...settings,
  });
  return {
    gateway,
    provider,
    origin,
    loggedIn: async (person) => {
      const browser = new ConsoleBrowser(origin);
      provider.person = person;
      await browser.go('/console/login', isHome(origin));
      if (!browser.cookie(SESSION_COOKIE)) throw new Error(`${person} could not log in`);
      return browser;
    },
    sql: (statement) => runSql(gateway.database.adminUrl, { statement }),
    stop: async () => {
      await gateway.stop();
      await provider.stop();
    },
  };
}

/** Where a login ends. */
export function isHome(origin: string): (url: string) => boolean {
  return (url) => url === `${origin}/`;
}

async function runSql(connectionString: string, { statement }: { statement: string }) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<object>(statement);
  await client.end();
  return rows;
}
