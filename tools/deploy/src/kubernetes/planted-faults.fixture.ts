import { MANDATE, planted, type Plant } from './plant.fixture.js';
import { CLUSTER_PLANTS } from './planted-cluster-faults.fixture.js';
import { NETWORK_PLANTS } from './planted-network-faults.fixture.js';

/** For each rule what it must find. */
export const PLANTS: readonly Plant[] = [
  planted('restricted', 'root', [MANDATE, '"runAsNonRoot":true', '"runAsNonRoot":false']),
  planted('restricted', 'a user by name', [MANDATE, '"runAsUser":1000', '"runAsUser":"node"']),
  planted('restricted', 'a writable root', [MANDATE, ',"readOnlyRootFilesystem":true', '']),
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
  planted('ports', 'no name', [MANDATE, '"name":"internal",', '']),
  planted('ports', 'a lost target', [
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
  planted('selectors', 'a budget of others', [
    'PodDisruptionBudget mandate',
    '"app.kubernetes.io/name":"mandate"}}',
    '"app.kubernetes.io/name":"x"}}',
  ]),
  planted('autoscaled', 'replicas', [MANDATE, '"revisionHistoryLimit":5', '"replicas":3']),
  planted('autoscaled', 'more replicas than partitions', [
    'ScaledObject mandate',
    '"maxReplicaCount":12',
    '"maxReplicaCount":13',
  ]),
  planted('autoscaled', 'brokers of its own', [
    'ScaledObject mandate',
    /"bootstrapServersFromEnv":"\w+"/,
    '"bootstrapServers":"kafka-kafka-bootstrap:9093"',
  ]),
  planted('autoscaled', 'brokers that only their namespace knows', [
    'ConfigMap shared-config',
    'kafka-kafka-bootstrap.towpath.svc:9093',
    'kafka-kafka-bootstrap:9093',
  ]),
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
  planted('references', 'a lost key of a config map', [
    'ConfigMap public-config',
    '"PUBLIC_PAGES_URL"',
    '"PUBLIC_PAGE_URL"',
  ]),
  planted('references', 'a lost volume', [MANDATE, '},"name":"tmp"}', '},"name":"temp"}']),
  planted('references', 'lost credentials of scaling', [
    'ScaledObject mandate',
    '"name":"kafka-lag"',
    '"name":"lag"',
  ]),
  planted('references', 'a lost secret of scaling', [
    'TriggerAuthentication kafka-lag',
    '"name":"kafka-user-autoscaler"',
    '"name":"kafka-user-scaler"',
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
  planted('selectors', 'a service in front of nobody', [
    'Service mandate',
    '"selector":{"app.kubernetes.io/name":"mandate"}',
    '"selector":{"app":"mandate"}',
  ]),
  planted('kafka', 'a topic less', [
    'KafkaTopic payments.mandate.events.v1',
    '"kind":"KafkaTopic"',
    '"kind":"X"',
  ]),
  planted('kafka', 'a partition less', [
    'KafkaTopic payments.mandate.events.v1',
    '"partitions":12',
    '"partitions":11',
  ]),
  planted('kafka', 'an autoscaler that reads', [
    'KafkaUser autoscaler',
    '"operations":["Describe"]',
    '"operations":["Read"]',
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
  planted('network', 'a port less', [
    'NetworkPolicy gateway-to-mandate',
    '{"port":8080,"protocol":"TCP"},',
    '',
  ]),
  planted('network', 'a way in less', [
    'NetworkPolicy mandate-from-gateway',
    '"kind":"NetworkPolicy"',
    '"kind":"X"',
  ]),
  ...NETWORK_PLANTS,
  ...CLUSTER_PLANTS,
];
