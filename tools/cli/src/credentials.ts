import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './failure.js';

/** A customer app, and where its API is. */
export interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the hosted page for bank logins may return to; unknown if the environment names the app. */
  readonly redirectUris: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = ['TOWPATH_URL', 'TOWPATH_CLIENT_ID', 'TOWPATH_CLIENT_SECRET'] as const;

/**
 * The app that the environment names, all of it or nothing: a secret never goes to the address of
 * another app. Otherwise the app that `npm start` left, in this folder or one above it.
 */
export function credentialsOf(env: Environment, folder: string): Credentials {
  const missing = VARIABLES.filter((name) => !env[name]);
  if (missing.length === VARIABLES.length) return ofSandboxApp(env, folder);
  if (missing.length > 0) throw new UsageError(`${missing.join(' and ')} must be set too.`);
  const [baseUrl = '', clientId = '', clientSecret = ''] = VARIABLES.map((name) => env[name]);
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new UsageError(
      'TOWPATH_URL must be an http or https URL, such as https://api.example.com.',
    );
  return { baseUrl, clientId, clientSecret, redirectUris: [] };
}

function ofSandboxApp(env: Environment, folder: string): Credentials {
  const file = fileAbove({ folder, name: join(env['DATA_DIR'] ?? '.data', 'sandbox-app.json') });
  if (!file)
    throw new UsageError(
      `Set ${VARIABLES.join(', ')}, or run this where npm start keeps .data/sandbox-app.json.`,
    );
  const app = membersOf(file);
  const text = (name: string): string => {
    const value = app[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new UsageError(`${file} has no ${name}.`);
  };
  const uris = app['redirect_uris'];
  return {
    baseUrl: text('base_url'),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    redirectUris: Array.isArray(uris) ? uris.map(String) : [],
  };
}

interface Sought {
  readonly folder: string;
  readonly name: string;
}

function fileAbove({ folder, name }: Sought): string | undefined {
  const file = resolve(folder, name);
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder ? undefined : fileAbove({ folder: above, name });
}

function membersOf(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  }
  throw new UsageError(`${file} is no JSON object.`);
}
