import { MANDATE, planted, type Plant } from './plant.fixture.js';

const JOB = 'Job mandate-migrate';
const RESTORED = 'CronJob mandate-restored';
const SERVICE = 'Service mandate';
const INGRESS = 'Ingress gateway';
const DENY = 'NetworkPolicy default-deny';
const OUTSIDE = 'NetworkPolicy mandate-to-outside';
const NAMES = 'NetworkPolicy allow-names';
const BROKERS = 'NetworkPolicy kafka';
const SHARED = 'ConfigMap shared-config';
const BUDGET = 'PodDisruptionBudget mandate';
const NAME = 'app.kubernetes.io/name';

/** Faults of the ways in and out: ingress, ports, selectors and policies. */
export const NETWORK_PLANTS: readonly Plant[] = [
  planted('ingress', 'the internal port', [INGRESS, '"name":"http"', '"name":"internal"']),
  planted('ingress', 'the internal port by number', [INGRESS, '"name":"http"', '"number":9080']),
  planted('ingress', 'no TLS', [INGRESS, /"tls":\[.*?\}\]/, '']),
  planted('ingress', 'no certificate', [INGRESS, /"secretName":"[^"]*"/, '"secretName":""']),
  planted('ingress', 'a host without TLS', [INGRESS, /("hosts":\[)"[^"]*",?/, '$1']),
  planted('ingress', 'another service', [
    INGRESS,
    '"name":"gateway","port"',
    '"name":"mandate","port"',
  ]),
  planted('ingress', 'a way beside the hosts', [
    INGRESS,
    '"rules":',
    '"defaultBackend":{"service":{"name":"gateway","port":{"name":"internal"}}},"rules":',
  ]),
  planted('ports', 'a service with a port of the node', [
    SERVICE,
    '"ports":',
    '"type":"NodePort","ports":',
  ]),
  planted('ports', 'a service in front of the internet', [
    SERVICE,
    '"ports":',
    '"type":"LoadBalancer","ports":',
  ]),
  planted('ports', 'ports that are swapped', [
    SERVICE,
    '"targetPort":"http"',
    '"targetPort":"internal"',
  ]),
  planted('ports', 'a port of a service that is another', [SERVICE, '"port":9080', '"port":9081']),
  planted('ports', 'a port where nothing listens', [
    MANDATE,
    '"containerPort":9080',
    '"containerPort":9090',
  ]),
  planted('ports', 'a program that listens elsewhere', [
    SHARED,
    '"INTERNAL_PORT":"9080"',
    '"INTERNAL_PORT":"9081"',
  ]),
  planted('ports', 'operators at another port', [
    SHARED,
    '"OPERATOR_PORT":"9180"',
    '"OPERATOR_PORT":"9080"',
  ]),
  planted('ports', 'a liveness probe of the public port', [
    MANDATE,
    '"path":"/health/live","port":"internal"',
    '"path":"/health/live","port":"http"',
  ]),
  planted('ports', 'a readiness probe of a number', [
    MANDATE,
    '"path":"/health/ready","port":"internal"',
    '"path":"/health/ready","port":8081',
  ]),
  planted('ports', 'a port of the node', [
    MANDATE,
    '"containerPort":8080',
    '"containerPort":8080,"hostPort":8080',
  ]),
  planted('selectors', 'a service in front of another', [
    SERVICE,
    `"selector":{"${NAME}":"mandate"}`,
    `"selector":{"${NAME}":"dispute"}`,
  ]),
  planted('selectors', 'a service in front of all', [
    SERVICE,
    `"selector":{"${NAME}":"mandate"}`,
    '"selector":{"app.kubernetes.io/component":"service"}',
  ]),
  planted('selectors', 'a budget of all', [BUDGET, /"matchLabels":\{[^}]*\}/, '"matchLabels":{}']),
  planted('selectors', 'a deployment that adopts others', [
    MANDATE,
    `"selector":{"matchLabels":{"${NAME}":"mandate"}}`,
    '"selector":{"matchLabels":{"app.kubernetes.io/part-of":"towpath"}}',
  ]),
  planted('selectors', 'a job that a budget counts', [
    JOB,
    new RegExp(`("template":.*?"${NAME}":)"mandate-migrate"`),
    '$1"mandate"',
  ]),
  planted('selectors', 'a job of a restore that a service finds', [
    RESTORED,
    new RegExp(`("template":.*?"${NAME}":)"mandate-restored"`),
    '$1"mandate"',
  ]),
  planted('network', 'everything let in', [
    DENY,
    '"policyTypes":',
    '"ingress":[{}],"policyTypes":',
  ]),
  planted('network', 'everything let out', [
    DENY,
    '"policyTypes":',
    '"egress":[{}],"policyTypes":',
  ]),
  planted('network', 'any port of a peer', [
    'NetworkPolicy mandate-from-gateway',
    /"ports":\[.*?\]/,
    '"ports":[]',
  ]),
  planted('network', 'a way in for all', [
    'NetworkPolicy mandate-from-gateway',
    /"from":\[.*?\}\}\],/,
    '',
  ]),
  planted('network', 'a way in for any namespace', [
    'NetworkPolicy mandate-from-gateway',
    '[{"podSelector"',
    '[{"namespaceSelector":{},"podSelector"',
  ]),
  planted('network', 'operators let in by another service', [
    'NetworkPolicy mandate-from-payment-link',
    '9080',
    '9180',
  ]),
  planted('network', 'Prometheus at the port for operators', [
    'NetworkPolicy services-from-monitoring',
    '9080',
    '9180',
  ]),
  planted('network', 'private addresses', [OUTSIDE, '"10.0.0.0/8",', '']),
  planted('network', 'private IPv6 addresses', [OUTSIDE, '"fc00::/7",', '']),
  planted('network', 'a port of the outside', [OUTSIDE, '"port":443', '"port":80']),
  planted('network', 'no IPv6', [OUTSIDE, /\{"ipBlock":\{"cidr":"::\/0".*?\}\}/, '']),
  planted('network', 'no names of a node', [
    NAMES,
    /\{"ipBlock":\{"cidr":"169.254.20.10\/32"\}\}/,
    '',
  ]),
  planted('network', 'names of anybody', [
    NAMES,
    ',"podSelector":{"matchLabels":{"k8s-app":"kube-dns"}}',
    '',
  ]),
  planted('network', 'Prometheus of any namespace', [
    'NetworkPolicy services-from-monitoring',
    /"namespaceSelector":\{.*?\}\}/,
    '"namespaceSelector":{}',
  ]),
  planted('network', 'Prometheus at the public port', [
    'NetworkPolicy services-from-monitoring',
    '9080',
    '8080',
  ]),
  planted('network', 'an ingress controller at the internal port', [
    'NetworkPolicy gateway-from-ingress',
    '8080',
    '9080',
  ]),
  planted('network', 'a whole network of databases', [
    'NetworkPolicy towpath-to-external-postgres',
    '192.0.2.16/28',
    '0.0.0.0/0',
  ]),
  planted('network', 'a policy without effect', [
    'NetworkPolicy mandate-to-kafka',
    '"policyTypes":["Egress"]',
    '"policyTypes":["Ingress"]',
  ]),
  planted('network', 'brokers open to the namespace', [
    BROKERS,
    /"matchExpressions":\[.*?\]\}\]/,
    '"matchLabels":{}',
  ]),
  planted('network', 'a policy of nobody', [
    'NetworkPolicy mandate-to-kafka',
    `"${NAME}":"mandate"`,
    `"${NAME}":"mandates"`,
  ]),
];
