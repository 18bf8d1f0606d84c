import { MANDATE, planted, type Plant } from './plant.fixture.js';

const GATEWAY = 'Deployment gateway';
const JOB = 'Job mandate-migrate';
const RESTORED = 'CronJob mandate-restored';
const SERVICE = 'Service mandate';
const KAFKA = 'Kafka kafka';
const BOARDS = 'ConfigMap towpath-dashboards';
const RULES = 'PrometheusRule towpath';
const MONITOR = 'ServiceMonitor towpath';
const SHARED = 'ConfigMap shared-config';
const OWN = 'ConfigMap mandate-config';
const BUDGET = 'PodDisruptionBudget mandate';
const SCALER = 'ScaledObject mandate';
const TOPIC = 'KafkaTopic payments.mandate.events.v1';

/** Faults of servers, secrets, settings, roll-outs and of what watches them. */
export const CLUSTER_PLANTS: readonly Plant[] = [
  planted('brokers', 'no TLS', [KAFKA, '"tls":true', '"tls":false']),
  planted('brokers', 'no passwords', [KAFKA, '"authentication":{"type":"scram-sha-512"},', '']),
  planted('brokers', 'every right for all', [KAFKA, '"authorization":{"type":"simple"},', '']),
  planted('brokers', 'rights beside the rules', [
    KAFKA,
    '"type":"simple"',
    '"type":"simple","superUsers":["mandate"]',
  ]),
  planted('brokers', 'a port for the cluster', [
    KAFKA,
    /"networkPolicyPeers":\[.*?\}\}\]/,
    '"networkPolicyPeers":[]',
  ]),
  planted('brokers', 'a port for the outside', [KAFKA, '"type":"internal"', '"type":"nodeport"']),
  planted('brokers', 'a second listener', [
    KAFKA,
    '"listeners":[',
    '"listeners":[{"name":"plain","port":9092,"type":"internal","tls":false},',
  ]),
  planted('brokers', 'topics by accident', [
    KAFKA,
    '"auto.create.topics.enable":"false"',
    '"auto.create.topics.enable":"true"',
  ]),
  planted('brokers', 'a user without limits', [
    'KafkaUser mandate',
    /,"authorization":\{.*\}(?=\}\}$)/,
    '',
  ]),
  planted('brokers', 'one copy of a topic', [TOPIC, '"replicas":3', '"replicas":1']),
  planted('brokers', 'messages that one broker has', [
    TOPIC,
    '"min.insync.replicas":2',
    '"min.insync.replicas":1',
  ]),
  planted('ownSecrets', 'keys of another', [
    MANDATE,
    '{"secret":{"name":"mandate-keys"}}',
    '{"secret":{"name":"dispute-keys"}}',
  ]),
  planted('ownSecrets', 'keys of another as well', [
    MANDATE,
    '{"secret":{"name":"mandate-keys"}}',
    '{"secret":{"name":"mandate-keys"}},{"secret":{"name":"dispute-keys"}}',
  ]),
  planted('ownSecrets', 'all keys of another', [
    GATEWAY,
    /"items":\[[^\]]*\],("name":"mandate-keys")/,
    '$1',
  ]),
  planted('ownSecrets', 'the owner of the database', [
    MANDATE,
    '"name":"mandate-database"',
    '"name":"mandate-database-owner"',
  ]),
  planted('ownSecrets', 'another database', [
    MANDATE,
    '"name":"mandate-database"',
    '"name":"gateway-database"',
  ]),
  planted('ownSecrets', 'the user of another at Kafka', [
    MANDATE,
    '"name":"kafka-user-mandate"',
    '"name":"kafka-user-gateway"',
  ]),
  planted('ownSecrets', 'a migration of another database', [
    JOB,
    'mandate-database-owner',
    'dispute-database-owner',
  ]),
  planted('ownSecrets', 'a restore that has keys', [
    RESTORED,
    '"name":"mandate-database"',
    '"name":"mandate-keys"',
  ]),
  planted('ownSecrets', 'files that anybody reads', [
    MANDATE,
    '"defaultMode":288',
    '"defaultMode":292',
  ]),
  planted('ownSecrets', 'a secret in the environment', [
    MANDATE,
    '"envFrom":[',
    '"envFrom":[{"secretRef":{"name":"mandate-database"}},',
  ]),
  planted('addresses', 'another service', [OWN, 'http://account-data:9080', 'http://dispute:9080']),
  planted('addresses', 'a public port of another', [
    OWN,
    'http://account-data:9080',
    'http://account-data:8080',
  ]),
  planted('addresses', 'the name of another at Kafka', [
    OWN,
    '"KAFKA_USERNAME":"mandate"',
    '"KAFKA_USERNAME":"gateway"',
  ]),
  planted('addresses', 'Kafka without TLS', [SHARED, '"KAFKA_TLS":"true"', '"KAFKA_TLS":"false"']),
  planted('addresses', 'brokers of another namespace', [SHARED, '.towpath.svc:', '.other.svc:']),
  planted('origins', 'pages at the host of the API', [
    'ConfigMap public-config',
    'https://pay.example.com',
    'https://api.example.com',
  ]),
  planted('origins', 'card fields at the host of the pages', [
    'ConfigMap public-config',
    'https://fields.example.com',
    'https://pay.example.com',
  ]),
  planted('budgets', 'no eviction at all', [BUDGET, '"maxUnavailable":1', '"maxUnavailable":0']),
  planted('budgets', 'all replicas at once', [
    BUDGET,
    '"maxUnavailable":1',
    '"maxUnavailable":"100%"',
  ]),
  planted('budgets', 'a least number', [BUDGET, '"maxUnavailable":1', '"minAvailable":2']),
  planted('autoscaled', 'one replica', [SCALER, '"minReplicaCount":2', '"minReplicaCount":1']),
  planted('autoscaled', 'a service without one', [SCALER, '"kind":"ScaledObject"', '"kind":"X"']),
  planted('autoscaled', 'the lag of another', [
    SCALER,
    '"consumerGroup":"mandate"',
    '"consumerGroup":"dispute"',
  ]),
  planted('rollout', 'a replica less', [MANDATE, '"maxUnavailable":0', '"maxUnavailable":1']),
  planted('rollout', 'two images', [MANDATE, /"image":"[^"]*"/, '"image":"towpath:0.0.0"']),
  planted('rollout', 'a job that Argo CD cannot change', [
    JOB,
    /"argocd.argoproj.io\/hook":"Sync",/,
    '',
  ]),
  planted('rollout', 'a job that Flux cannot change', [
    JOB,
    /"kustomize.toolkit.fluxcd.io\/force":"enabled"/,
    '',
  ]),
  planted('rollout', 'a job after the services', [
    JOB,
    '"argocd.argoproj.io/sync-wave":"-1"',
    '"argocd.argoproj.io/sync-wave":"1"',
  ]),
  planted('rollout', 'a restore by itself', [RESTORED, '"suspend":true', '"suspend":false']),
  planted('namespaces', 'any pod', [
    'Namespace towpath',
    '"pod-security.kubernetes.io/enforce":"restricted"',
    '"pod-security.kubernetes.io/enforce":"privileged"',
  ]),
  planted('namespaces', 'two of them', [SERVICE, '"namespace":"towpath"', '"namespace":"default"']),
  planted('monitoring', 'a broken dashboard', [BOARDS, '"money.json":"{', '"money.json":"{{']),
  planted('monitoring', 'two dashboards with one UID', [
    BOARDS,
    /(uid\\": \\"towpath-)money/,
    '$1overview',
  ]),
  planted('monitoring', 'dashboards that nobody finds', [
    BOARDS,
    '"grafana_dashboard":"1"',
    '"grafana":"1"',
  ]),
  planted('monitoring', 'an alert without a condition', [
    RULES,
    /"expr":"[^"\\]*(?:\\.[^"\\]*)*"/,
    '"expr":""',
  ]),
  planted('monitoring', 'a page that is lost', [RULES, 'alerts.md#outboxold', 'alerts.md#outbox']),
  planted('monitoring', 'a page without an address', [
    RULES,
    /"runbook_url":"https:\/\/[^/]*\//,
    '"runbook_url":"docs/',
  ]),
  planted('monitoring', 'a namespace in a rule', [
    RULES,
    'app_kubernetes_io_part_of=',
    'namespace=',
  ]),
  planted('monitoring', 'services that are not read', [
    MONITOR,
    '"app.kubernetes.io/component":"service"',
    '"app.kubernetes.io/component":"web"',
  ]),
  planted('monitoring', 'metrics of the public port', [
    MONITOR,
    '"port":"internal"',
    '"port":"http"',
  ]),
  planted('schemas', 'an unknown field', [
    MANDATE,
    '"revisionHistoryLimit":5',
    '"revisionHistory":5',
  ]),
  planted('schemas', 'a wrong type', [
    MANDATE,
    '"revisionHistoryLimit":5',
    '"revisionHistoryLimit":"five"',
  ]),
  planted('schemas', 'an unknown field of an operator', ['KafkaUser mandate', '"host"', '"hosts"']),
  planted('schemas', 'another unknown field of an operator', [
    SCALER,
    '"minReplicaCount"',
    '"minReplicas"',
  ]),
  planted('schemas', 'an unknown kind', [MANDATE, '"kind":"Deployment"', '"kind":"Deploiment"']),
];
