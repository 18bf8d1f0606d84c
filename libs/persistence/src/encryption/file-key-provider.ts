import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyProvider, MissingKey, type KeyPurpose, type KeySet } from './key-provider.js';

const KEY_BYTES = 32;
const VERSION = /^[a-z0-9_-]{1,32}$/;

/**
 * Keys in mounted files `<folder>/<service>.<purpose>.json`:
 * `{"current": "v2", "keys": {"v1": "<base64, 32 bytes>", "v2": "…"}}`. Each file is read once;
 * a rotation takes effect at the next start.
 */
export class FileKeyProvider extends KeyProvider {
  private readonly loaded = new Map<KeyPurpose, KeySet>();

  constructor(private readonly location: { readonly folder: string; readonly service: string }) {
    super();
  }

  override keySet(purpose: KeyPurpose): KeySet {
    let set = this.loaded.get(purpose);
    if (!set) {
      set = readKeyFile(join(this.location.folder, keyFileName(this.location.service, purpose)));
      this.loaded.set(purpose, set);
    }
    return set;
  }
}

/** `mandate`, `bank-credentials` → `mandate.bank-credentials.json`. */
export function keyFileName(service: string, purpose: KeyPurpose): string {
  return `${service}.${purpose}.json`;
}

/** Text of a new key file with one random key, for launchers and tests. */
export function newKeyFile(): string {
  const keys = { v1: randomBytes(KEY_BYTES).toString('base64') };
  return `${JSON.stringify({ current: 'v1', keys }, null, 2)}\n`;
}

function readKeyFile(path: string): KeySet {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new MissingKey(`key file ${path} cannot be read (${reason})`);
  }
  return parseKeyFile({ path, text });
}

function parseKeyFile({ path, text }: { readonly path: string; readonly text: string }): KeySet {
  const refuse = (problem: string): never => {
    throw new MissingKey(`key file ${path} ${problem}`);
  };
  let content: { current?: unknown; keys?: unknown };
  try {
    content = JSON.parse(text) as typeof content;
  } catch {
    // The parser's own message quotes the text, and with it the key.
    return refuse('is not JSON');
  }
  const { current, keys } = content ?? {};
  if (typeof keys !== 'object' || keys === null) return refuse('has no "keys"');
  const parsed = new Map<string, Buffer>();
  for (const [version, value] of Object.entries(keys)) {
    const key = Buffer.from(typeof value === 'string' ? value : '', 'base64');
    if (!VERSION.test(version)) refuse(`has an unusable version name`);
    if (key.length !== KEY_BYTES) refuse(`has a key "${version}" that is not 32 bytes in base64`);
    parsed.set(version, key);
  }
  if (typeof current !== 'string' || !parsed.has(current)) {
    return refuse('has a "current" that names none of its keys');
  }
  return { current, keys: parsed };
}
