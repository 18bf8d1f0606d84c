import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_KEY_PURPOSES, keyFileName, keyPurpose, newKeyFile } from '@towpath/persistence';
import type { ServiceDefinition } from './services.js';

/** Secrets that the launcher keeps between runs. */
export interface LauncherSecrets {
  readonly sandboxGatewaySecret: string;
  /** Of the console's local operator. */
  readonly consolePassword: string;
  /** By service and role, such as `payment-link.app`. */
  readonly databasePasswords: Readonly<Record<string, string>>;
}

interface KnownSecrets extends LauncherSecrets {
  /** Whether the console's password was made now: then it is shown, once. */
  readonly hasNewPassword: boolean;
}

const SERVICE_AUTH = 'service-auth';
const ROLES = ['owner', 'app', 'worker'] as const;

/**
 * Makes the key files and secrets that are missing, never touching those that exist: a lost key is
 * lost data. Only their owner may read them.
 */
export function ensureKeys(keysDir: string, services: readonly ServiceDefinition[]): KnownSecrets {
  mkdirSync(keysDir, { recursive: true, mode: 0o700 });
  chmodSync(keysDir, 0o700);
  for (const { name, keyPurposes } of services) {
    const own = [SERVICE_AUTH, ...keyPurposes].map(keyPurpose);
    for (const purpose of [...BASE_KEY_PURPOSES, ...own]) {
      const path = join(keysDir, keyFileName(name, purpose));
      if (!existsSync(path)) writeSecret({ path, content: newKeyFile() });
    }
  }
  return ensureLauncherSecrets(join(keysDir, 'launcher.json'), services);
}

function ensureLauncherSecrets(path: string, services: readonly ServiceDefinition[]): KnownSecrets {
  const known = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<LauncherSecrets>)
    : {};
  const passwords = services.flatMap(({ name }) =>
    ROLES.map((role): [string, string] => [`${name}.${role}`, newSecret()]),
  );
  const secrets: LauncherSecrets = {
    sandboxGatewaySecret: known.sandboxGatewaySecret ?? newSecret(),
    consolePassword: known.consolePassword ?? newPassword(),
    databasePasswords: { ...Object.fromEntries(passwords), ...known.databasePasswords },
  };
  writeSecret({ path, content: `${JSON.stringify(secrets, null, 2)}\n` });
  return { ...secrets, hasNewPassword: known.consolePassword === undefined };
}

/** A person types it. */
function newPassword(): string {
  return randomBytes(15).toString('base64url');
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Appears whole or not at all: half a key file would block every later start. */
function writeSecret({ path, content }: { readonly path: string; readonly content: string }): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, path);
}
