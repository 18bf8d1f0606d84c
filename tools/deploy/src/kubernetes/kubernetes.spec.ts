import { readFileSync } from 'node:fs';
import { render } from './kustomize.fixture.js';
import { MANDATE, planted, PLANTS, type Plant } from './planted-faults.fixture.js';
import { heapFaults, pinned, POD_RULES, type Rule } from './pod-rules.fixture.js';
import type { Resource } from './resources.fixture.js';
import { schemaFaults } from './schemas.fixture.js';
import { references } from './reference-rule.fixture.js';
import { kafka, network, secretNames, SYSTEM_RULES } from './system-rules.fixture.js';

const base = render('k8s/base');
const local = render('k8s/overlays/local');
const production = render('k8s/overlays/production');
const rendered: [string, readonly Resource[]][] = [
  ['base', base],
  ['overlays/local', local],
  ['overlays/production', production],
];

const rules: Readonly<Record<string, Rule>> = {
  ...POD_RULES,
  ...SYSTEM_RULES,
  references: references([...secretNames(), 'kafka-user-autoscaler', 'kafka-cluster-ca-cert']),
};
const withServers: Readonly<Record<string, Rule>> = { kafka, network };

describe.each(rendered)('k8s/%s', (_name, resources) => {
  it('is valid by the strict schemas of its kinds', () => {
    expect(schemaFaults(resources)).toEqual([]);
  });

  it.each(Object.entries(rules))('keeps the rule: %s', (_rule, rule) => {
    expect(rule(resources)).toEqual([]);
  });
});

describe.each(rendered.slice(1))('k8s/%s and its servers', (_name, resources) => {
  it.each(Object.entries(withServers))('keep the rule: %s', (_rule, rule) => {
    expect(rule(resources)).toEqual([]);
  });
});

describe('production', () => {
  it('runs images by their digests', () => {
    expect(pinned(production)).toEqual([]);
    expect(pinned(base)).not.toEqual([]);
  });

  it('has no simulated banks and no database of its own', () => {
    const names = production.map(({ metadata }) => metadata.name);
    expect(names.filter((name) => /sandbox|^postgres$|prepare/.test(name))).toEqual([]);
  });

  it('is reached through the gateway alone', () => {
    const ingress = production.filter(({ kind }) => kind === 'Ingress');
    const backends = JSON.stringify(ingress).matchAll(/"service":\{"name":"([^"]+)"/g);
    expect([...new Set([...backends].map(([, name]) => name))]).toEqual(['gateway']);
  });

  it('takes Kafka or PostgreSQL from elsewhere', () => {
    const external = render('tools/deploy/src/kubernetes/external.fixture');
    const config = external.find(({ metadata }) => metadata.name.startsWith('shared-config'));
    expect(JSON.stringify(config)).toContain('kafka-1.example.com');
    expect(schemaFaults(external)).toEqual([]);
    expect(rules['autoscaled']?.(external)).toEqual([]);
    expect(JSON.stringify(external)).not.toContain('kafka-kafka-bootstrap');
  });
});

/** Production with one change. Throws when nothing changes. */
function plant({ in: where, from, to }: Plant): Resource[] {
  let count = 0;
  const changed = production.map((resource) => {
    const name = resource.metadata.name.replace(/(-config)-[a-z0-9]{10}$/, '$1');
    if (`${resource.kind} ${name}` !== where) return resource;
    const text = JSON.stringify(resource);
    const other = text.replace(from, to).replace(',}', '}');
    if (other !== text) count += 1;
    return JSON.parse(other) as Resource;
  });
  if (count !== 1) throw new Error(`planted ${count} times: ${where} ${String(from)}`);
  return changed;
}

describe('a planted fault', () => {
  const all = { ...rules, ...withServers };

  it.each(PLANTS)('is caught by the rule $rule: $fault', (given) => {
    expect(all[given.rule]?.(plant(given))).not.toEqual([]);
  });

  it('exists for every rule', () => {
    const proved = new Set<string>(PLANTS.map(({ rule }) => rule));
    expect(Object.keys(all).filter((rule) => !proved.has(rule))).toEqual([]);
  });

  it('is caught by the schemas: an unknown field, a wrong type, an unknown kind', () => {
    const faults = [
      planted('schemas', '', [MANDATE, '"revisionHistoryLimit":5', '"revisionHistory":5']),
      planted('schemas', '', [
        MANDATE,
        '"revisionHistoryLimit":5',
        '"revisionHistoryLimit":"five"',
      ]),
      planted('schemas', '', ['KafkaUser mandate', '"host"', '"hosts"']),
      planted('schemas', '', ['ScaledObject mandate', '"minReplicaCount"', '"minReplicas"']),
      planted('schemas', '', [MANDATE, '"kind":"Deployment"', '"kind":"Deploiment"']),
    ];
    expect(faults.filter((each) => schemaFaults(plant(each)).length === 0)).toEqual([]);
  });

  it('is caught in the image: a heap as large as the machine', () => {
    const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
    expect(heapFaults(dockerfile)).toEqual([]);
    expect(heapFaults(dockerfile.replace('percentage=50', 'percentage=95'))).not.toEqual([]);
    expect(heapFaults(dockerfile.replace('-percentage=50', '=192'))).not.toEqual([]);
  });
});
