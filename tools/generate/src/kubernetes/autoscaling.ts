import type { ServiceManifest } from '../manifests.js';
import { SCALER_USER } from './kafka.js';
import { KAFKA_BROKERS, KAFKA_CA, PART_OF, SIZES } from './platform.js';
import type { Resource } from './workload.js';

const API = 'keda.sh/v1alpha1';
/** Messages that one replica may have before it: a few seconds of its work. */
const LAG_PER_REPLICA = '500';
const CPU_PERCENT = 70;
const LABELS = { 'app.kubernetes.io/part-of': PART_OF };
const CREDENTIALS = 'kafka-lag';

/** One scaler per service: by processor, and by lag where it consumes; never beyond partitions. */
export function scaledObjects(manifests: readonly ServiceManifest[]): Resource[] {
  return [kafkaCredentials(), ...manifests.map(scaledObject)];
}

/** By processor alone, for clusters without KEDA. */
export function autoscalers(manifests: readonly ServiceManifest[]): Resource[] {
  return manifests.map(({ service }) => ({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: service, labels: LABELS },
    spec: {
      scaleTargetRef: targetOf(service),
      minReplicas: SIZES[service].least,
      maxReplicas: SIZES[service].most,
      metrics: [
        {
          type: 'Resource',
          resource: {
            name: 'cpu',
            target: { type: 'Utilization', averageUtilization: CPU_PERCENT },
          },
        },
      ],
    },
  }));
}

function targetOf(name: string): Resource {
  return { apiVersion: 'apps/v1', kind: 'Deployment', name };
}

function kafkaCredentials(): Resource {
  return {
    apiVersion: API,
    kind: 'TriggerAuthentication',
    metadata: { name: CREDENTIALS, labels: LABELS },
    spec: {
      secretTargetRef: [
        { parameter: 'password', name: `kafka-user-${SCALER_USER}`, key: 'password' },
        { parameter: 'ca', name: KAFKA_CA.secret, key: KAFKA_CA.key },
      ],
    },
  };
}

function scaledObject({ service, consumerGroup, topics }: ServiceManifest): Resource {
  const { least, most } = SIZES[service];
  const byLag = topics.reads.map((topic) => ({
    type: 'kafka',
    metadata: {
      // The brokers of the service itself, wherever the overlay says they are.
      bootstrapServersFromEnv: KAFKA_BROKERS,
      consumerGroup,
      topic,
      lagThreshold: LAG_PER_REPLICA,
      allowIdleConsumers: 'false',
      sasl: 'scram_sha512',
      username: SCALER_USER,
      tls: 'enable',
    },
    authenticationRef: { name: CREDENTIALS },
  }));
  return {
    apiVersion: API,
    kind: 'ScaledObject',
    metadata: { name: service, labels: LABELS },
    spec: {
      scaleTargetRef: targetOf(service),
      minReplicaCount: least,
      maxReplicaCount: most,
      cooldownPeriod: 300,
      triggers: [
        { type: 'cpu', metricType: 'Utilization', metadata: { value: String(CPU_PERCENT) } },
        ...(consumerGroup ? byLag : []),
      ],
    },
  };
}
