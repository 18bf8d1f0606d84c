import type { ServiceManifest } from '../manifests.js';
import {
  IMAGE,
  KAFKA_CA,
  KAFKA_CA_FILE,
  PART_OF,
  PORTS,
  SECRETS_FOLDER,
  settingsOf,
  SIZES,
  USER_ID,
} from './platform.js';

/** Any Kubernetes object. */
export type Resource = Readonly<Record<string, unknown>>;

const STARTS_WITHIN_S = 120;
/** Seconds for preStop, running requests, consumers and pools, each within its own share. */
const GRACE_S = 60;
/** Until every proxy of the cluster knows that this replica takes no new connections. */
const PRE_STOP_S = 5;

/** What a resource belongs to. */
export interface Part {
  readonly name: string;
  readonly component: 'service' | 'migrate' | 'restored';
}

export const serviceOf = (name: string): Part => ({ name, component: 'service' });

export const migrationOf = (service: string): Part => ({
  name: `${service}-migrate`,
  component: 'migrate',
});

/** Its name is not the service's: no budget, service or autoscaler may count its pods. */
export const restoredOf = (service: string): Part => ({
  name: `${service}-restored`,
  component: 'restored',
});

export function labelsOf({ name, component }: Part) {
  return {
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/component': component,
    'app.kubernetes.io/part-of': PART_OF,
  };
}

export const metadata = (part: Part) => ({ name: part.name, labels: labelsOf(part) });

const selector = (name: string) => ({ 'app.kubernetes.io/name': name });

export const POD_SECURITY = {
  runAsNonRoot: true,
  runAsUser: USER_ID,
  runAsGroup: USER_ID,
  fsGroup: USER_ID,
  seccompProfile: { type: 'RuntimeDefault' },
};
export const CONTAINER_SECURITY = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** Argo CD: in this order, and the next ones once these are healthy or complete. */
const WAVE = 'argocd.argoproj.io/sync-wave';
export const BEFORE_MIGRATIONS = { [WAVE]: '-2' };
/** A job cannot be changed: Argo CD and Flux make it anew at each release. */
const MADE_ANEW = {
  [WAVE]: '-1',
  'argocd.argoproj.io/hook': 'Sync',
  'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
  'kustomize.toolkit.fluxcd.io/force': 'enabled',
};

export function serviceAccount(part: Part): Resource {
  const annotations = part.component === 'migrate' ? { annotations: BEFORE_MIGRATIONS } : {};
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { ...metadata(part), ...annotations },
    automountServiceAccountToken: false,
  };
}

export function service(name: string): Resource {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(serviceOf(name)),
    spec: {
      selector: selector(name),
      ports: [
        { name: 'http', port: PORTS.public, targetPort: 'http', protocol: 'TCP' },
        { name: 'internal', port: PORTS.internal, targetPort: 'internal', protocol: 'TCP' },
        { name: 'operator', port: PORTS.operator, targetPort: 'operator', protocol: 'TCP' },
      ],
    },
  };
}

export function disruptionBudget(name: string): Resource {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadata(serviceOf(name)),
    spec: { maxUnavailable: 1, selector: { matchLabels: selector(name) } },
  };
}

export function deployment(manifest: ServiceManifest, others: readonly string[]): Resource {
  const name = manifest.service;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(serviceOf(name)),
    // No replicas: an autoscaler owns them (component keda or hpa). Without one there is one replica.
    spec: {
      revisionHistoryLimit: 5,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      selector: { matchLabels: selector(name) },
      template: {
        metadata: { labels: labelsOf(serviceOf(name)) },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: GRACE_S,
          securityContext: POD_SECURITY,
          topologySpreadConstraints: spread(name),
          containers: [container(manifest)],
          volumes: [
            { name: 'secrets', projected: { defaultMode: 0o440, sources: secrets(name, others) } },
            { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
          ],
        },
      },
    },
  };
}

function spread(name: string): Resource[] {
  return ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: selector(name) },
  }));
}

function container(manifest: ServiceManifest): Resource {
  const name = manifest.service;
  const fromPublic = Object.keys(settingsOf(manifest).public);
  return {
    name: 'service',
    image: IMAGE,
    args: [`apps/${name}/dist/main.js`],
    ports: [
      { name: 'http', containerPort: PORTS.public, protocol: 'TCP' },
      { name: 'internal', containerPort: PORTS.internal, protocol: 'TCP' },
      { name: 'operator', containerPort: PORTS.operator, protocol: 'TCP' },
    ],
    envFrom: ['shared-config', `${name}-config`].map((map) => ({ configMapRef: { name: map } })),
    ...(fromPublic.length > 0 ? { env: fromPublic.map(publicVariable) } : {}),
    // The public port opens last: the start is over. Alive asks nobody; ready asks its servers.
    startupProbe: {
      httpGet: { path: '/health/live', port: 'http' },
      periodSeconds: 2,
      failureThreshold: STARTS_WITHIN_S / 2,
    },
    livenessProbe: {
      httpGet: { path: '/health/live', port: 'internal' },
      periodSeconds: 10,
      timeoutSeconds: 5,
      failureThreshold: 6,
    },
    readinessProbe: {
      httpGet: { path: '/health/ready', port: 'internal' },
      periodSeconds: 5,
      timeoutSeconds: 3,
      failureThreshold: 2,
    },
    lifecycle: { preStop: { sleep: { seconds: PRE_STOP_S } } },
    resources: resources(manifest),
    securityContext: CONTAINER_SECURITY,
    volumeMounts: [
      { name: 'secrets', mountPath: SECRETS_FOLDER, readOnly: true },
      { name: 'tmp', mountPath: '/tmp' },
    ],
  };
}

function publicVariable(name: string): Resource {
  return { name, valueFrom: { configMapKeyRef: { name: 'public-config', key: name } } };
}

/**
 * The limit of memory equals the request, so that the memory is available. CPU may exceed its
 * request.
 */
function resources({ service: name }: ServiceManifest): Resource {
  const { cpu, memoryMiB } = SIZES[name];
  const memory = `${memoryMiB}Mi`;
  return { requests: { cpu, memory }, limits: { cpu: '2', memory } };
}

const secret = (
  name: string,
  items?: readonly (readonly [key: string, path: string])[],
): { readonly secret: Resource } => ({
  secret: { name, ...(items ? { items: items.map(([key, path]) => ({ key, path })) } : {}) },
});

/** One folder of files: keys, and what reaches the servers. */
function secrets(name: string, others: readonly string[]): Resource[] {
  const authOf = (other: string) => `${other}.service-auth.json`;
  return [
    secret(`${name}-keys`),
    ...serverSecrets(name),
    // It mints the tokens of the others, and knows each by the secret that both hold.
    ...others.map((other) => secret(`${other}-keys`, [[authOf(other), authOf(other)]])),
  ];
}

/** Files: database addresses, the password at Kafka and its authority. */
export function serverSecrets(name: string): Resource[] {
  const authority = secret(KAFKA_CA.secret, [[KAFKA_CA.key, KAFKA_CA_FILE]]);
  return [
    secret(`${name}-database`),
    secret(`kafka-user-${name}`, [['password', 'kafka-password']]),
    // Brokers with a certificate of a public authority need none.
    { secret: { ...authority.secret, optional: true } },
  ];
}

/** Runs before the roll-out; done again, it changes nothing. */
export function migrateJob(name: string): Resource {
  const job = migrationOf(name);
  const folder = `${SECRETS_FOLDER}-owner`;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { ...metadata(job), annotations: MADE_ANEW },
    spec: {
      backoffLimit: 6,
      activeDeadlineSeconds: 1800,
      ttlSecondsAfterFinished: 86_400,
      template: {
        metadata: { labels: labelsOf(job) },
        spec: {
          serviceAccountName: job.name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          restartPolicy: 'Never',
          securityContext: POD_SECURITY,
          containers: [
            {
              name: 'migrate',
              image: IMAGE,
              args: [`apps/${name}/dist/migrate.js`],
              env: [{ name: 'DATABASE_OWNER_URL_FILE', value: `${folder}/database-owner-url` }],
              resources: {
                requests: { cpu: '100m', memory: '256Mi' },
                limits: { cpu: '1', memory: '256Mi' },
              },
              securityContext: CONTAINER_SECURITY,
              volumeMounts: [{ name: 'owner', mountPath: folder, readOnly: true }],
            },
          ],
          volumes: [
            { name: 'owner', secret: { secretName: `${name}-database-owner`, defaultMode: 0o440 } },
          ],
        },
      },
    },
  };
}
