import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BASE_KEY_PURPOSES, FileKeyProvider, keyPurpose } from '@towpath/persistence';
import { SYSTEM_SERVICES } from '@towpath/local-system';
import { readCompose, secretsMountOf } from './compose.fixture.js';
import { passwordOf, readAdminUrl, readDatabaseSecrets } from './database-secrets.js';

const SERVICES = SYSTEM_SERVICES.map(({ name }) => name);
const WITH_KEYS = SYSTEM_SERVICES.filter(({ name }) => name !== 'sandbox');

describe('make-secrets.sh', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'towpath-secrets-'));
    makeSecrets();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function makeSecrets(): void {
    execFileSync('sh', ['docker/make-secrets.sh', folder]);
  }

  function contents(): Record<string, string> {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      files
        .filter((file) => file.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => [path, readFileSync(path, 'utf8')]),
    );
  }

  it('makes a folder for each container that mounts one, and no other', () => {
    const mounted = Object.values(readCompose().services).flatMap((service) => {
      const mount = secretsMountOf(service);
      return mount ? [basename(mount.source)] : [];
    });
    expect(readdirSync(folder).sort()).toEqual(mounted.sort());
  });

  it.each(WITH_KEYS)('makes every key of $name, which the service can read', (service) => {
    const provider = new FileKeyProvider({
      folder: join(folder, service.name),
      service: service.name,
    });
    const purposes = [
      ...BASE_KEY_PURPOSES,
      ...['service-auth', ...service.keyPurposes].map(keyPurpose),
    ];
    expect(() => provider.require(purposes)).not.toThrow();
    const files = readdirSync(join(folder, service.name));
    const own = files.filter((name) => name.startsWith(`${service.name}.`));
    expect(own).toHaveLength(purposes.length);
  });

  it('gives the gateway the credentials of each service, and shares no other key', () => {
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    const others = WITH_KEYS.map(({ name }) => name).filter((name) => name !== 'gateway');
    const foreign = others.flatMap((name) =>
      readdirSync(join(folder, 'gateway')).filter((file) => file.startsWith(`${name}.`)),
    );
    expect(foreign).toEqual(others.map((name) => `${name}.service-auth.json`));
    for (const file of foreign) {
      const [name] = file.split('.');
      expect(read(`gateway/${file}`)).toBe(read(`${name}/${file}`));
    }
  });

  it.each(SERVICES)('gives %s the roles that the migration makes, but not the owner', (service) => {
    const { owner, app, worker } = readDatabaseSecrets({
      folder: join(folder, 'migrate'),
      service,
    });
    const read = (name: string) => readFileSync(join(folder, service, name), 'utf8').trim();
    expect([read('database-url'), read('database-worker-url')]).toEqual([app, worker]);
    const all = readdirSync(join(folder, service)).map(read).join();
    expect(all).not.toContain(passwordOf(owner));
  });

  it('gives the administrator the password that PostgreSQL starts with', () => {
    const password = readFileSync(join(folder, 'postgres/password'), 'utf8').trim();
    expect(passwordOf(readAdminUrl(join(folder, 'migrate')))).toBe(password);
  });

  it('repeats no secret except those that two containers share', () => {
    const passwords = SERVICES.flatMap((service) =>
      Object.values(readDatabaseSecrets({ folder: join(folder, 'migrate'), service })).map(
        passwordOf,
      ),
    );
    expect(new Set(passwords).size).toBe(SERVICES.length * 3);
    expect(passwords.every((password) => /^[0-9a-f]{48}$/.test(password))).toBe(true);
  });

  it('never changes files that exist', () => {
    const before = contents();
    makeSecrets();
    expect(contents()).toEqual(before);
  });

  it('makes files that only the containers and their owner can read', () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'gateway')).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, 'gateway/database-url')).mode & 0o777).toBe(0o644);
  });
});
