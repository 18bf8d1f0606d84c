import {
  ConfigError,
  ListVariable,
  ServiceConfig,
  UrlVariable,
  Variable,
  type VariableOptions,
} from '@towpath/config';
import { OPERATOR_ROLES, type OperatorRole } from '@towpath/contracts/operator';
import { isLoopback } from '@towpath/http';
import { isPasswordHash } from '@towpath/persistence';
import { ValidateBy } from 'class-validator';
import { isIP } from 'node:net';

const OIDC: VariableOptions = { optional: true, group: 'console oidc' };
const TRACE = '{trace_id}';
const ROLE_VALUE = new RegExp(`^(${OPERATOR_ROLES.join('|')})=\\S`);

const fitsTrace = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(TRACE) && URL.canParse(value.replace(TRACE, '0'));

/** The operations console, which the gateway serves on an origin of its own. */
export class ConsoleConfig extends ServiceConfig {
  @UrlVariable('Origin of the operations console, of its own; there is no console if unset.', {
    example: 'https://console.example.com',
    optional: true,
  })
  publicConsoleUrl?: string;
  @UrlVariable('Issuer of the OpenID Connect provider at which operators log in.', {
    ...OIDC,
    example: 'https://login.example.com',
  })
  consoleOidcIssuer?: string;
  @Variable('Client ID of the console at that provider.', { ...OIDC, example: 'towpath-console' })
  consoleOidcClientId?: string;
  @Variable('Client secret of the console at that provider.', { ...OIDC, secret: true })
  consoleOidcClientSecret?: string;
  @Variable('Scopes that the console asks the provider for, separated by spaces.', {
    default: 'openid profile email',
  })
  consoleOidcScope: string;
  @Variable('Claim with the roles of an operator; a dot leads into an object.', {
    default: 'roles',
  })
  consoleRolesClaim: string;
  @ListVariable('Role for each value of that claim; the highest one counts.', {
    of: 'pairs such as admin=payments-admins',
    fits: (entry) => ROLE_VALUE.test(entry),
    default: OPERATOR_ROLES.map((role) => `${role}=${role}`),
  })
  consoleRoleValues: string[];
  @Variable('Claim with the IDs of the customer apps an operator sees, or *; all apps if unset.', {
    example: 'towpath_apps',
    optional: true,
  })
  consoleAppsClaim?: string;
  @Variable(
    'Hash of the password of one local operator, on this machine only; instead of a provider.',
    { optional: true, secret: true },
  )
  consoleLocalPasswordHash?: string;
  @Variable(
    'Address of a trace in your tracing system, with {trace_id} in it.',
    { optional: true, example: 'https://traces.example.com/trace/{trace_id}' },
    ValidateBy(
      { name: 'traceUrl', validator: { validate: fitsTrace } },
      { message: `$property must be a URL with ${TRACE}` },
    ),
  )
  consoleTraceUrl?: string;
}

/** The provider at which operators log in, and what its claims mean here. */
export interface OidcLogin {
  readonly way: 'oidc';
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly claims: ClaimNames;
}

export interface ClaimNames {
  readonly roles: string;
  readonly roleValues: readonly { readonly role: OperatorRole; readonly value: string }[];
  /** Undefined: every operator sees all customer apps. */
  readonly apps: string | undefined;
}

export interface PasswordLogin {
  readonly way: 'password';
  readonly hash: string;
}

/** How the console is reached, and how operators log in. */
export abstract class ConsoleSettings {
  abstract readonly origin: URL;
  abstract readonly login: OidcLogin | PasswordLogin;
  abstract readonly traceUrl: string | undefined;
}

/** Null if there is no console. Throws `ConfigError` for one that would not be safe. */
export function consoleOf(
  config: ConsoleConfig & { readonly publicApiUrl: string },
): ConsoleSettings | null {
  if (config.publicConsoleUrl === undefined) return null;
  const origin = new URL(config.publicConsoleUrl);
  const login = loginOf(config);
  const problems = [...problemsOf(origin), ...problemsOfLogin(login, config)];
  if (problems.length > 0 || login === undefined) throw new ConfigError(problems);
  return { origin, login, traceUrl: config.consoleTraceUrl };
}

function loginOf(config: ConsoleConfig): ConsoleSettings['login'] | undefined {
  const { consoleOidcIssuer: issuer, consoleLocalPasswordHash: hash } = config;
  if (issuer === undefined) return hash === undefined ? undefined : { way: 'password', hash };
  const roleValues = config.consoleRoleValues.map((pair) => {
    const [role = '', ...value] = pair.split('=');
    return { role: role as OperatorRole, value: value.join('=') };
  });
  return {
    way: 'oidc',
    issuer: new URL(issuer),
    clientId: config.consoleOidcClientId ?? '',
    clientSecret: config.consoleOidcClientSecret ?? '',
    scope: config.consoleOidcScope,
    claims: { roles: config.consoleRolesClaim, roleValues, apps: config.consoleAppsClaim },
  };
}

/** Browsers keep the session's cookie only over HTTPS, or on this machine. */
function problemsOf(origin: URL): string[] {
  const isOrigin = origin.href === `${origin.origin}/`;
  const isSafe = origin.protocol === 'https:' || isOnThisMachine(origin);
  return [
    ...(isOrigin ? [] : ['PUBLIC_CONSOLE_URL must be an origin: it has no path.']),
    ...(isSafe ? [] : ['PUBLIC_CONSOLE_URL must begin with https, except below localhost.']),
  ];
}

function problemsOfLogin(
  login: ConsoleSettings['login'] | undefined,
  config: ConsoleConfig & { readonly publicApiUrl: string },
): string[] {
  const { publicConsoleUrl = '', publicApiUrl, consoleLocalPasswordHash: hash } = config;
  if (!login) {
    return ['PUBLIC_CONSOLE_URL needs a provider: set CONSOLE_OIDC_ISSUER and what belongs to it.'];
  }
  if (login.way === 'oidc') {
    const isSafe = login.issuer.protocol === 'https:' || isOnThisMachine(login.issuer);
    return [
      ...(isSafe ? [] : ['CONSOLE_OIDC_ISSUER must begin with https.']),
      ...(hash === undefined
        ? []
        : ['CONSOLE_LOCAL_PASSWORD_HASH and CONSOLE_OIDC_ISSUER are both set: leave one out.']),
    ];
  }
  const isLocal = [publicConsoleUrl, publicApiUrl].every((url) => isOnThisMachine(new URL(url)));
  return [
    ...(isPasswordHash(login.hash) ? [] : ['CONSOLE_LOCAL_PASSWORD_HASH is no hash of ours.']),
    ...(isLocal
      ? []
      : [
          'CONSOLE_LOCAL_PASSWORD_HASH is only for a system on one machine: PUBLIC_CONSOLE_URL and ' +
            'PUBLIC_API_URL must be addresses of this machine. Set up a provider instead.',
        ]),
  ];
}

function isOnThisMachine({ hostname }: URL): boolean {
  const address = hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(address)) return isLoopback(address);
  return address === 'localhost' || address.endsWith('.localhost');
}
