import { isDeepStrictEqual } from 'node:util';
import { SERVICE_NAMES } from '@towpath/contracts';
import { differences } from './differences.fixture.js';
import type { PolicySpec } from './network-rule.fixture.js';
import { isService, type Rule } from './pod-rules.fixture.js';
import { allContainers, named, titleOf, workloads, type PodSpec } from './resources.fixture.js';
import { valuesOf } from './system-rules.fixture.js';

type Fields = Readonly<Record<string, unknown>>;

const AUTHORITY = 'kafka-cluster-ca-cert (ca.crt as kafka-ca.crt)';
const USES_SANDBOX = ['payment-link', 'mandate', 'account-data', 'dispute'];
/** Owner and others of the group, who are the program: nobody else reads a secret. */
const MODE = 0o440;

/** The secrets of each workload by its name, with the files when not all of the secret's. */
function secretsOf(name: string, { hasSandbox }: { readonly hasSandbox: boolean }): string[] {
  const [, service = '', role = ''] = /^(.*?)(?:-(migrate|restored))?$/.exec(name) ?? [];
  const servers = [
    `${service}-database`,
    `kafka-user-${service} (password as kafka-password)`,
    AUTHORITY,
  ];
  if (!SERVICE_NAMES.some((each) => each === service)) {
    return name === 'sandbox' ? ['sandbox-database', 'sandbox-gateway-secret'] : [name];
  }
  if (role === 'migrate') return [`${service}-database-owner`];
  if (role === 'restored') return servers;
  const others = SERVICE_NAMES.filter((each) => each !== 'gateway');
  const authOf = (other: string) => `${other}.service-auth.json`;
  return [
    `${service}-keys`,
    ...servers,
    ...(service === 'gateway'
      ? others.map((other) => `${other}-keys (${authOf(other)} as ${authOf(other)})`)
      : []),
    ...(hasSandbox && USES_SANDBOX.includes(service) ? ['sandbox-gateway-secret'] : []),
  ];
}

function mountedSecrets({ volumes = [] }: PodSpec): string[] {
  const sources = volumes.flatMap(({ secret, projected }) => [
    secret,
    ...(projected?.sources.map((source) => source.secret) ?? []),
  ]);
  return sources.flatMap((source) => {
    if (!source) return [];
    const files = source.items?.map(({ key, path }) => `${key} as ${path}`).join();
    const name = source.secretName ?? source.name ?? '';
    return [files === undefined ? name : `${name} (${files})`];
  });
}

/** Each workload has its own secrets and no other's, as files that only it reads. */
const ownSecrets: Rule = (resources) => {
  const hasSandbox = named(resources, 'Deployment').has('sandbox');
  const hasConsole = named(resources, 'Ingress').has('console');
  return workloads(resources).flatMap(({ resource, pod }) => {
    const wanted = [
      ...secretsOf(resource.metadata.name, { hasSandbox }),
      ...(hasConsole && resource.metadata.name === 'gateway' ? ['console-keys'] : []),
    ];
    const holders = (pod.volumes ?? []).filter(
      (each) => each.secret ?? each.projected?.sources.some((source) => source.secret),
    );
    const open = holders.filter((each) => (each.secret ?? each.projected)?.defaultMode !== MODE);
    const mounts = allContainers(pod).flatMap(({ volumeMounts = [] }) => volumeMounts);
    const writable = holders.filter(
      ({ name }) => !mounts.some((each) => each.name === name && each.readOnly),
    );
    const text = JSON.stringify(allContainers(pod));
    return [
      ...differences('secret', { wanted, found: mountedSecrets(pod) }),
      ...open.map(({ name }) => `others may read ${name}`),
      ...writable.map(({ name }) => `${name} is not mounted read-only`),
      ...(/"secret(Key)?Ref"/.test(text) ? ['a secret is in its environment'] : []),
    ].map((fault) => `${titleOf(resource)}: ${fault}`);
  });
};

/** Addresses of others, or of the internet. */
const OUTSIDE = ['SANDBOX_PUBLIC_URL', 'STRIPE_API_URL'];

/** Settings name services, ports, users and files that are there. */
const addresses: Rule = (resources) => {
  const maps = named(resources, 'ConfigMap');
  const services = named(resources, 'Service');
  const brokers = [...named(resources, 'Kafka').keys()].map(
    (name) =>
      `${name}-kafka-bootstrap.${[...named(resources, 'Namespace').keys()].join()}.svc:9093`,
  );
  const hasService = ({ host = '', port = '' }) => {
    const spec = services.get(host)?.['spec'] as
      { ports: { name: string; port: number }[] } | undefined;
    return (name: string) =>
      spec?.ports.some((each) => each.name === name && String(each.port) === port);
  };
  return workloads(resources)
    .filter(isService)
    .flatMap(({ resource, pod }) => {
      const values = Object.assign(
        {},
        ...pod.containers.map((each) => valuesOf(each, maps)),
      ) as Record<string, string>;
      const lost = Object.entries(values).filter(([variable, value]) => {
        const [, peer, internal] = /^(?!PUBLIC|OTEL)(\w+?)(_INTERNAL)?_URL$/.exec(variable) ?? [];
        if (!peer || OUTSIDE.includes(variable)) return false;
        const [, host, port] = /^http:\/\/([\w-]+):(\d+)$/.exec(value) ?? [];
        const isNamed =
          peer === 'BANK_CALLBACK' || host === peer.toLowerCase().replaceAll('_', '-');
        return !isNamed || !hasService({ host, port })(internal ? 'internal' : 'http');
      });
      const kafka = {
        KAFKA_USERNAME: resource.metadata.name,
        KAFKA_PASSWORD_FILE: '/run/secrets/towpath/kafka-password',
        KEYS_DIR: '/run/secrets/towpath',
        ...(brokers.length > 0
          ? {
              KAFKA_BROKERS: brokers.join(),
              KAFKA_SASL_MECHANISM: 'scram-sha-512',
              KAFKA_TLS: 'true',
              KAFKA_CA_FILE: '/run/secrets/towpath/kafka-ca.crt',
            }
          : {}),
      };
      const other = Object.entries(kafka).filter(([variable, value]) => values[variable] !== value);
      return [...lost, ...other].map(
        ([variable]) => `${titleOf(resource)}: ${variable} is ${String(values[variable])}`,
      );
    });
};

interface KafkaSpec {
  readonly kafka: {
    readonly authorization?: object;
    readonly config: Readonly<Record<string, unknown>>;
    readonly listeners: readonly Fields[];
  };
}

/** Brokers: TLS and names only, rights for each user, and open to those whom the policy lets in. */
const brokers: Rule = (resources) => {
  const policy = named(resources, 'NetworkPolicy').get('kafka')?.['spec'] as PolicySpec | undefined;
  const lets = policy?.ingress?.find(({ ports = [] }) => ports.some(({ port }) => port === 9093));
  const users = [...named(resources, 'KafkaUser').values()];
  return [
    ...[...named(resources, 'Kafka').values()].flatMap((resource) => {
      const { authorization, listeners, config } = (resource['spec'] as KafkaSpec).kafka;
      const faults = [
        !isDeepStrictEqual(authorization, { type: 'simple' }) && 'gives every user every right',
        config['auto.create.topics.enable'] !== 'false' && 'makes topics by itself',
        listeners.length !== 1 && 'has another listener',
        ...listeners.flatMap((listener) => [
          listener['tls'] !== true && 'has a listener without TLS',
          listener['type'] !== 'internal' && 'is reached from outside',
          listener['port'] !== 9093 && 'listens at another port',
          !isDeepStrictEqual(listener['authentication'], { type: 'scram-sha-512' }) &&
            'lets in users without a password',
          !isDeepStrictEqual(listener['networkPolicyPeers'], lets?.from) &&
            'opens its port to others than network-policy.yaml',
        ]),
      ];
      return faults.filter(Boolean).map((fault) => `${titleOf(resource)}: ${String(fault)}`);
    }),
    ...users
      .filter((user) => {
        const { authentication, authorization } = user['spec'] as Record<string, { type?: string }>;
        return authentication?.type !== 'scram-sha-512' || authorization?.type !== 'simple';
      })
      .map((user) => `${titleOf(user)}: has no password or no limits`),
    ...lostCopies(resources),
  ];
};

/** A broker may be away without a loss, where there are several. */
function lostCopies(resources: Parameters<Rule>[0]): string[] {
  const pools = [...named(resources, 'KafkaNodePool').values()].map(
    (each) => each['spec'] as { replicas: number; roles: string[] },
  );
  const most = Math.max(
    0,
    ...pools.flatMap(({ replicas, roles }) => (roles.includes('broker') ? [replicas] : [])),
  );
  const topics = [...named(resources, 'KafkaTopic').values()].filter((topic) => {
    const spec = topic['spec'] as { replicas: number; config: Record<string, number> };
    const inSync = spec.config['min.insync.replicas'] ?? 0;
    return (
      spec.replicas !== Math.min(3, most) || (spec.replicas > 1 && inSync !== spec.replicas - 1)
    );
  });
  return topics.map((topic) => `${titleOf(topic)}: loses messages with a broker`);
}

export const SERVER_RULES = { ownSecrets, addresses, brokers } satisfies Record<string, Rule>;
