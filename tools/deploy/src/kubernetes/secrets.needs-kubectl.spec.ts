import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { render } from './kustomize.fixture.js';
import { workloads, type Resource } from './resources.fixture.js';
import { schemaFaults } from './schemas.fixture.js';
import { secretNames } from './system-rules.fixture.js';

describe('the secrets of a cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  let secrets: Resource[];
  beforeAll(() => {
    execFileSync('sh', ['docker/make-secrets.sh', folder]);
    mkdirSync(join(folder, 'autoscaler'));
    writeFileSync(join(folder, 'autoscaler/kafka-password'), 'of-your-brokers\n');
    mkdirSync(join(folder, 'console'));
    writeFileSync(join(folder, 'console/client-secret'), 'of-your-provider\n');
    const text = execFileSync('sh', ['k8s/make-secrets.sh', folder, '--kafka', '--local'], {
      encoding: 'utf8',
    });
    secrets = parseAllDocuments(text).map((document) => document.toJS() as Resource);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const valuesOf = (name: string) => {
    const found = secrets.find(({ metadata }) => metadata.name === name);
    const data = (found?.['data'] ?? {}) as Record<string, string>;
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
    );
  };

  it('are those that the manifests require, and are valid', () => {
    expect(schemaFaults(secrets)).toEqual([]);
    const wanted = [...secretNames(), 'kafka-user-autoscaler'];
    expect(secrets.map(({ metadata }) => metadata.name).sort()).toEqual(wanted.sort());
  });

  it('contain each file that a pod mounts by its key', () => {
    const volumes = workloads(render('k8s/overlays/local')).flatMap(({ pod }) => pod.volumes ?? []);
    const sources = volumes.flatMap(({ projected }) => projected?.sources ?? []);
    expect(sources.length).toBeGreaterThan(20);
    const missing = sources.flatMap(({ secret }) => {
      const {
        name = '',
        optional,
        items = [],
      } = (secret ?? {}) as {
        name?: string;
        optional?: boolean;
        items?: { key: string }[];
      };
      // The authority of the brokers, which their operator makes.
      if (optional) return [];
      return items.filter(({ key }) => !valuesOf(name)[key]).map(({ key }) => `${name}/${key}`);
    });
    expect(missing).toEqual([]);
  });

  it('have complete values, without the last newline', () => {
    expect(valuesOf('mandate-database')['database-url']).toMatch(
      /^postgres:\/\/mandate_app:\w+@[^\n]+$/,
    );
    const key = JSON.parse(valuesOf('mandate-keys')['mandate.checklist-keys.json'] ?? '') as object;
    expect(key).toHaveProperty('current');
    expect(valuesOf('kafka-user-mandate')['password']).toMatch(/^\w{20,}$/);
    expect(valuesOf('kafka-user-autoscaler')['password']).toBe('of-your-brokers');
  });
});
