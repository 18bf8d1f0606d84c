import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isAllowedEdge } from '@towpath/http';
import { SERVICE_NAMES } from '@towpath/contracts';
import { findings, RULES, WHOLE_RULES } from './check.fixture.js';
import { render } from './kustomize.fixture.js';
import { documented } from './network-rule.fixture.js';
import type { Plant } from './plant.fixture.js';
import { PLANTS } from './planted-faults.fixture.js';
import { heapFaults, pinned } from './pod-rules.fixture.js';
import type { Resource } from './resources.fixture.js';
import { schemaFaults } from './schemas.fixture.js';

const base = render('k8s/base');
const local = render('k8s/overlays/local');
const production = render('k8s/overlays/production');

describe('k8s/base', () => {
  it.each(Object.entries(RULES))('keeps the rule: %s', (_rule, rule) => {
    expect(rule(base)).toEqual([]);
  });
});

describe.each([
  ['local', local],
  ['production', production],
  ['production with the console', render('tools/deploy/src/kubernetes/console.fixture')],
])('k8s/overlays/%s', (_name, resources) => {
  it.each(Object.entries(WHOLE_RULES))('keeps the rule: %s', (_rule, rule) => {
    expect(rule(resources)).toEqual([]);
  });
});

describe('the production overlay', () => {
  it('runs images by their digests', () => {
    expect(pinned(production)).toEqual([]);
    expect(pinned(base)).not.toEqual([]);
  });

  it('has no simulated banks and no database of its own', () => {
    const names = production.map(({ metadata }) => metadata.name);
    expect(names.filter((name) => /sandbox|^postgres$|prepare/.test(name))).toEqual([]);
  });

  it('is reached only through the gateway', () => {
    const ingress = production.filter(({ kind }) => kind === 'Ingress');
    const backends = JSON.stringify(ingress).matchAll(/"service":\{"name":"([^"]+)"/g);
    expect([...new Set([...backends].map(([, name]) => name))]).toEqual(['gateway']);
  });

  it('can use Kafka or PostgreSQL of another operator', () => {
    const external = render('tools/deploy/src/kubernetes/external.fixture');
    const config = external.find(({ metadata }) => metadata.name.startsWith('shared-config'));
    expect(JSON.stringify(config)).toContain('kafka-1.example.com');
    expect(schemaFaults(external)).toEqual([]);
    expect(RULES.autoscaled(external)).toEqual([]);
    expect(JSON.stringify(external)).not.toContain('kafka-kafka-bootstrap');
  });
});

describe('another Kubernetes namespace', () => {
  it.each(['local', 'production'])('is named in one line of overlays/%s', (overlay) => {
    const folder = mkdtempSync(join(tmpdir(), 'namespace-'));
    try {
      const text = readFileSync(`k8s/overlays/${overlay}/kustomization.yaml`, 'utf8')
        .replace('namespace: towpath\n', 'namespace: other\n')
        .replaceAll('../../', `${relative(folder, 'k8s')}/`);
      writeFileSync(join(folder, 'kustomization.yaml'), text);
      const resources = render(folder);
      const named = JSON.stringify(resources).match(
        /"namespace":"\w+"|bootstrap\.\w+\.svc|[^_]namespace=\\?"\w+/g,
      );
      expect([...new Set(named)].sort()).toEqual(['"namespace":"other"', 'bootstrap.other.svc']);
      const spaces = resources.filter(({ kind }) => kind === 'Namespace');
      expect(spaces.map(({ metadata }) => metadata.name)).toEqual(['other']);
      expect(findings(resources)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the documented connections between services', () => {
  it('are those that the services allow', () => {
    const isService = (name: string) => SERVICE_NAMES.some((each) => each === name);
    const calls = documented(production)
      .filter(({ from, to, port }) => isService(from) && isService(to) && port === '9080')
      .map(({ from, to }) => `${from} to ${to}`);
    const allowed = SERVICE_NAMES.flatMap((from) =>
      SERVICE_NAMES.filter((to) => isAllowedEdge(from, to)).map((to) => `${from} to ${to}`),
    );
    expect(calls.sort()).toEqual(allowed.sort());
  });
});

/** Production with one change. Throws when nothing changes. */
function plant({ in: where, from, to }: Plant): Resource[] {
  let count = 0;
  const changed = production.map((resource) => {
    const name = resource.metadata.name.replace(/(-config)-[a-z0-9]{10}$/, '$1');
    if (`${resource.kind} ${name}` !== where) return resource;
    const text = JSON.stringify(resource);
    const other = text.replace(from, to).replace(/,([}\]])/g, '$1');
    if (other !== text) count += 1;
    return JSON.parse(other) as Resource;
  });
  if (count !== 1) throw new Error(`planted ${count} times: ${where} ${String(from)}`);
  return changed;
}

describe('a planted fault in Kubernetes manifests', () => {
  it.each(PLANTS)('is found by the rule $rule: $fault', (given) => {
    const found = findings(plant(given));
    expect([...new Set(found.map(({ rule }) => rule))]).toContain(given.rule);
  });

  it('exists for every rule', () => {
    const proved = new Set<string>(PLANTS.map(({ rule }) => rule));
    expect(Object.keys(WHOLE_RULES).filter((rule) => !proved.has(rule))).toEqual([]);
  });

  it('is found in the image: a heap as large as the machine', () => {
    const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
    expect(heapFaults(dockerfile)).toEqual([]);
    expect(heapFaults(dockerfile.replace('percentage=50', 'percentage=95'))).not.toEqual([]);
    expect(heapFaults(dockerfile.replace('-percentage=50', '=192'))).not.toEqual([]);
  });
});
