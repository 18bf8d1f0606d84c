import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, ServiceConfig } from '@towpath/config';
import { SERVICE_AUTH_KEY } from '@towpath/http';
import { BASE_KEY_PURPOSES, keyFileName, keyPurpose, newKeyFile } from '@towpath/persistence';
import { createService } from './create-service.js';
import type { ServiceDefinition } from './service-definition.js';

const OWN = keyPurpose('link-url');

describe('a service whose key files are missing', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'keys-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  class Built extends Error {}

  /** It fails as soon as the modules of the service are asked for. */
  const definitionOf = (name: ServiceDefinition['name']): ServiceDefinition => ({
    name,
    config: ServiceConfig,
    module: () => {
      throw new Built();
    },
    migrations: [],
    tables: [],
    keyPurposes: [OWN],
    consumes: [],
    machines: [],
  });

  const create = (name: ServiceDefinition['name']) => {
    const nowhere = 'postgres://nobody@127.0.0.1:1/none';
    const config = loadConfig(ServiceConfig, {
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: nowhere,
      DATABASE_WORKER_URL: nowhere,
      KAFKA_BROKERS: '127.0.0.1:1',
      KEYS_DIR: folder,
      GATEWAY_INTERNAL_URL: 'http://127.0.0.1:1',
    });
    return createService(definitionOf(name), config);
  };

  it('names all of them at once, before any part is built', async () => {
    const problem: unknown = await create('mandate').catch((error: unknown) => error);
    expect(problem).toMatchObject({ name: 'MissingKey' });
    const { message } = problem as Error;
    const wanted = [...BASE_KEY_PURPOSES, SERVICE_AUTH_KEY, OWN].map((purpose) =>
      keyFileName('mandate', purpose),
    );
    expect(wanted.filter((file) => !message.includes(file))).toEqual([]);
  });

  it('starts once the files exist; the gateway needs no secret of the token issuer', async () => {
    for (const purpose of [...BASE_KEY_PURPOSES, OWN]) {
      writeFileSync(join(folder, keyFileName('gateway', purpose)), newKeyFile());
    }
    await expect(create('gateway')).rejects.toThrow(Built);
  });
});
