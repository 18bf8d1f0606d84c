/** Any Kubernetes object. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** A container of a pod, as far as the rules look at it. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly startupProbe?: object;
  readonly livenessProbe?: { readonly httpGet?: { readonly path: string } };
  readonly readinessProbe?: { readonly httpGet?: { readonly path: string } };
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly name: string; readonly readOnly?: boolean }[];
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: { readonly name: string; readonly key: string };
    readonly secretKeyRef?: { readonly name: string; readonly key: string };
  };
}

interface Named {
  readonly name: string;
}

/** The files that a volume takes from a secret: all, or its items. */
export interface SecretSource {
  readonly name?: string;
  readonly secretName?: string;
  readonly items?: readonly { readonly key: string; readonly path: string }[];
}

export interface Volume {
  readonly name: string;
  readonly configMap?: Named;
  readonly secret?: SecretSource & { readonly defaultMode?: number };
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly hostPath?: object;
  readonly projected?: {
    readonly defaultMode?: number;
    readonly sources: readonly { readonly secret?: SecretSource; readonly configMap?: Named }[];
  };
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly topologySpreadConstraints?: readonly object[];
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
}

interface PodTemplate {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

interface JobSpec {
  readonly template: PodTemplate;
}

/** A resource that runs pods, with their template. */
export interface Workload {
  readonly resource: Resource;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: PodSpec;
}

const RUNS_PODS = ['Deployment', 'StatefulSet', 'Job', 'CronJob', 'DaemonSet'];

export function workloads(resources: readonly Resource[]): Workload[] {
  return resources
    .filter(({ kind }) => RUNS_PODS.includes(kind))
    .map((resource) => {
      const spec = resource['spec'] as JobSpec & { readonly jobTemplate?: { spec: JobSpec } };
      const { template } = spec.jobTemplate?.spec ?? spec;
      return { resource, labels: template.metadata?.labels ?? {}, pod: template.spec };
    });
}

export function allContainers({ initContainers = [], containers }: PodSpec): readonly Container[] {
  return [...initContainers, ...containers];
}

/** `Deployment gateway`, for messages. */
export function titleOf({ kind, metadata }: Resource): string {
  return `${kind} ${metadata.name}`;
}

/** Resources of one kind by name. */
export function named(resources: readonly Resource[], kind: string): Map<string, Resource> {
  const found = resources.filter((each) => each.kind === kind);
  return new Map(found.map((each) => [each.metadata.name, each]));
}
