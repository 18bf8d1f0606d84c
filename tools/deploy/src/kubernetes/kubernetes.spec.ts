import { globSync, readFileSync } from 'node:fs';
import { render } from './kustomize.fixture.js';
import { heapFaults, pinned, POD_RULES, type Rule } from './pod-rules.fixture.js';
import type { Resource } from './resources.fixture.js';
import { schemaFaults } from './schemas.fixture.js';
import { kafka, network, references, secretNames, SYSTEM_RULES } from './system-rules.fixture.js';

const METRIC_SOURCES = ['libs/*/src/**/*.ts', 'apps/{payment-link,webhook-dispatch}/src/**/*.ts'];
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
  });
});

describe('what wakes somebody', () => {
  const rulesFile = readFileSync('k8s/components/monitoring/rules.yaml', 'utf8');
  const boards = ['overview', 'service', 'webhooks', 'money'].map((name) =>
    readFileSync(`k8s/components/monitoring/dashboards/${name}.json`, 'utf8'),
  );

  it('has a page that says what to do', () => {
    const alerts = [...rulesFile.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const page = readFileSync('docs/operations/alerts.md', 'utf8');
    const headings = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(alerts);
  });

  it('reads metrics that the services have, as the dashboards do', () => {
    const sources = METRIC_SOURCES.flatMap((pattern) => globSync(pattern)).map((file) =>
      readFileSync(file, 'utf8'),
    );
    const made = new Set(
      sources.flatMap((text) => [...text.matchAll(/name: '(\w+)',/g)]).map(([, name]) => name),
    );
    const own =
      /\b(?:http|outbox|consumer|webhook|connector|ledger|state_machine|reconciliation|process_unexpected)_\w+/g;
    const read = [rulesFile, ...boards]
      .flatMap((text) => [...text.matchAll(own)])
      .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));
    expect(read.length).toBeGreaterThan(20);
    expect([...new Set(read)].filter((name) => !made.has(name))).toEqual([]);
  });
});

/** A fault planted into rendered resources, as a change of one of them. */
interface Plant {
  readonly rule: string;
  readonly fault: string;
  readonly in: string;
  readonly from: RegExp | string;
  readonly to: string;
}

const planted = (
  rule: string,
  fault: string,
  change: [where: string, from: RegExp | string, to: string],
): Plant => ({ rule, fault, in: change[0], from: change[1], to: change[2] });

const MANDATE = 'Deployment mandate';
const plants: readonly Plant[] = [
  planted('restricted', 'root', [MANDATE, '"runAsNonRoot":true', '"runAsNonRoot":false']),
  planted('restricted', 'a user by name', [MANDATE, '"runAsUser":1000', '"runAsUser":"node"']),
  planted('restricted', 'a writable root', [MANDATE, '"readOnlyRootFilesystem":true,', '']),
  planted('restricted', 'a capability', [
    MANDATE,
    '"drop":["ALL"]',
    '"drop":["ALL"],"add":["NET_ADMIN"]',
  ]),
  planted('restricted', 'no seccomp', [MANDATE, '"type":"RuntimeDefault"', '"type":"Unconfined"']),
  planted('restricted', 'a folder of the host', [
    MANDATE,
    /"emptyDir":\{[^}]*\}/,
    '"hostPath":{"path":"/"}',
  ]),
  planted('probes', 'two that are the same', [
    MANDATE,
    '"path":"/health/ready"',
    '"path":"/health/live"',
  ]),
  planted('probes', 'one that is missing', [MANDATE, /"startupProbe":\{.*?\}.*?\},/, '']),
  planted('graceful', 'no pause', [MANDATE, /"lifecycle":\{.*?\}\}\},/, '']),
  planted('graceful', 'a short grace', [
    MANDATE,
    '"terminationGracePeriodSeconds":60',
    '"terminationGracePeriodSeconds":30',
  ]),
  planted('limits', 'no limit of memory', [MANDATE, /"limits":\{[^}]*\}/, '"limits":{"cpu":"2"}']),
  planted('accounts', 'the account of another', [
    MANDATE,
    '"serviceAccountName":"mandate"',
    '"serviceAccountName":"dispute"',
  ]),
  planted('accounts', 'a token', [
    MANDATE,
    '"automountServiceAccountToken":false',
    '"automountServiceAccountToken":true',
  ]),
  planted('accounts', 'a token by the account', [
    'ServiceAccount mandate',
    '"automountServiceAccountToken":false',
    '"automountServiceAccountToken":true',
  ]),
  planted('namedPorts', 'no name', [MANDATE, '"name":"internal",', '']),
  planted('namedPorts', 'a lost target', [
    'Service mandate',
    '"targetPort":"internal"',
    '"targetPort":"metrics"',
  ]),
  planted('hashed', 'no hash', [MANDATE, /"name":"mandate-config-\w+"/, '"name":"mandate-config"']),
  planted('noSecrets', 'a secret', [
    'ServiceAccount mandate',
    '"kind":"ServiceAccount"',
    '"kind":"Secret"',
  ]),
  planted('spread', 'one zone', [MANDATE, 'topology.kubernetes.io/zone', 'kubernetes.io/arch']),
  planted('tagged', 'latest', [MANDATE, /"image":"[^"]+"/, '"image":"towpath:latest"']),
  planted('tagged', 'no tag', [MANDATE, /"image":"[^"]+"/, '"image":"towpath"']),
  planted('budgets', 'of another', [
    'PodDisruptionBudget mandate',
    '"app.kubernetes.io/name":"mandate"}}',
    '"app.kubernetes.io/name":"x"}}',
  ]),
  planted('autoscaled', 'replicas', [MANDATE, '"revisionHistoryLimit":5', '"replicas":3']),
  planted('migrations', 'another program', [
    'Job mandate-migrate',
    'dist/migrate.js',
    'dist/main.js',
  ]),
  planted('variables', 'one not set', [
    'ConfigMap mandate-config',
    /"ACCOUNT_DATA_INTERNAL_URL":"[^"]*",?/,
    '',
  ]),
  planted('variables', 'one that nobody reads', [
    'ConfigMap mandate-config',
    '"data":{',
    '"data":{"MANDATE_MODE":"x",',
  ]),
  planted('references', 'a lost config map', [
    MANDATE,
    /mandate-config-\w+/,
    'mandates-config-abcdefghij',
  ]),
  planted('references', 'a lost secret', [
    MANDATE,
    '"name":"mandate-keys"',
    '"name":"mandate-key"',
  ]),
  planted('references', 'a lost target of scaling', [
    'ScaledObject mandate',
    /"name":"mandate"\}/,
    '"name":"mandates"}',
  ]),
  planted('references', 'a lost backend', [
    'Ingress gateway',
    '"service":{"name":"gateway"',
    '"service":{"name":"gate"',
  ]),
  planted('references', 'a lost selector', [
    'Service mandate',
    '"selector":{"app.kubernetes.io/name":"mandate"}',
    '"selector":{"app":"mandate"}',
  ]),
  planted('kafka', 'a topic less', [
    'KafkaTopic payments.mandate.events.v1',
    '"kind":"KafkaTopic"',
    '"kind":"X"',
  ]),
  planted('kafka', 'a right more', [
    'KafkaUser dispute',
    '"operations":["Read","Describe"]',
    '"operations":["All"]',
  ]),
  planted('kafka', 'a prefix', [
    'KafkaUser dispute',
    '"patternType":"literal"',
    '"patternType":"prefix"',
  ]),
  planted('network', 'nothing denied', [
    'NetworkPolicy default-deny',
    '"Egress"',
    '"Ingress","Egress"',
  ]),
  planted('network', 'an edge more', [
    'NetworkPolicy dispute-to-payment-link',
    '"app.kubernetes.io/name":"payment-link"',
    '"app.kubernetes.io/name":"mandate"',
  ]),
  planted('network', 'a way in less', [
    'NetworkPolicy mandate-from-gateway',
    '"kind":"NetworkPolicy"',
    '"kind":"X"',
  ]),
];

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

  it.each(plants)('is caught by the rule $rule: $fault', (given) => {
    expect(all[given.rule]?.(plant(given))).not.toEqual([]);
  });

  it('exists for every rule', () => {
    const proved = new Set(plants.map(({ rule }) => rule));
    expect(Object.keys(all).filter((rule) => !proved.has(rule))).toEqual([]);
  });

  it('is caught by the schemas: an unknown field, a wrong type, an unknown kind', () => {
    const faults = [
      planted('', '', [MANDATE, '"revisionHistoryLimit":5', '"revisionHistory":5']),
      planted('', '', [MANDATE, '"revisionHistoryLimit":5', '"revisionHistoryLimit":"five"']),
      planted('', '', ['KafkaUser mandate', '"host"', '"hosts"']),
      planted('', '', ['ScaledObject mandate', '"minReplicaCount"', '"minReplicas"']),
      planted('', '', [MANDATE, '"kind":"Deployment"', '"kind":"Deploiment"']),
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
