import { readFileSync } from 'node:fs';
import type { Rule } from './pod-rules.fixture.js';
import { named, titleOf, type Resource } from './resources.fixture.js';

interface Dashboard {
  readonly uid?: string;
  readonly title?: string;
  readonly panels?: readonly { readonly targets?: readonly { readonly expr?: string }[] }[];
}

interface AlertRule {
  readonly alert: string;
  readonly expr?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const GUIDE = 'docs/operations/alerts.md';

/** What Prometheus reads, who is woken by it, and what Grafana shows: all of it can be loaded. */
export const monitoring: Rule = (resources) => [
  ...[...named(resources, 'ConfigMap').values()]
    .filter(({ metadata }) => metadata.name.startsWith('towpath-dashboards'))
    .flatMap(dashboardFaults),
  ...[...named(resources, 'PrometheusRule').values()].flatMap(alertFaults),
  ...[...named(resources, 'ServiceMonitor').values()].flatMap((monitor) =>
    monitorFaults(monitor, resources),
  ),
];

function dashboardFaults(map: Resource): string[] {
  const { name, labels = {} } = map.metadata;
  const uids = new Set<string>();
  const files = Object.entries((map['data'] ?? {}) as Record<string, string>);
  const faults = files.flatMap(([file, text]) => {
    const board = parsed(text);
    if (!board) return [`${file} is no JSON`];
    const { uid = '', title, panels = [] } = board;
    const isNew = uid !== '' && !uids.has(uid);
    uids.add(uid);
    const reads = panels.some(({ targets = [] }) => targets.some(({ expr }) => expr));
    return [
      ...(isNew && title ? [] : [`${file} is nameless`]),
      ...(reads ? [] : [`${file} shows nothing`]),
    ];
  });
  const all = [
    ...faults,
    // Two maps would bring the same dashboards twice.
    ...(name === 'towpath-dashboards' ? [] : ['its name changes with its content']),
    ...(labels['grafana_dashboard'] === '1' ? [] : ['Grafana does not find it']),
  ];
  return all.map((fault) => `${titleOf(map)}: ${fault}`);
}

function parsed(text: string): Dashboard | undefined {
  try {
    return JSON.parse(text) as Dashboard;
  } catch {
    return undefined;
  }
}

function alertFaults(resource: Resource): string[] {
  const { groups } = resource['spec'] as { groups: readonly { rules: readonly AlertRule[] }[] };
  const pages = new Set(
    [...readFileSync(GUIDE, 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name]) => name),
  );
  return groups
    .flatMap(({ rules }) => rules)
    .flatMap(({ alert, expr, labels = {}, annotations = {} }) => {
      const page = `/operations/alerts.md#${alert.toLowerCase()}`;
      const faults = [
        !expr && 'has no condition',
        /\bnamespace=/.test(expr ?? '') && 'knows one namespace',
        !/^(critical|warning)$/.test(labels['severity'] ?? '') && 'has no severity',
        !annotations['summary'] && 'says nothing',
        !pages.has(alert) && 'has no page',
        !(
          /^https:\/\//.test(annotations['runbook_url'] ?? '') &&
          annotations['runbook_url']?.endsWith(page)
        ) && 'does not lead to its page',
      ];
      return faults.filter(Boolean).map((fault) => `alert ${alert}: ${String(fault)}`);
    });
}

interface MonitorSpec {
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly endpoints: readonly {
    readonly port: string;
    readonly path: string;
    readonly honorLabels?: boolean;
  }[];
  readonly targetLabels?: readonly string[];
}

function monitorFaults(monitor: Resource, resources: readonly Resource[]): string[] {
  const { selector, endpoints, targetLabels = [] } = monitor['spec'] as MonitorSpec;
  const wanted = Object.entries(selector.matchLabels);
  const read = [...named(resources, 'Service').values()].filter(({ metadata }) =>
    wanted.every(([key, value]) => metadata.labels?.[key] === value),
  );
  const isRead = endpoints.some(
    ({ port, path, honorLabels }) =>
      port === 'internal' && path === '/metrics' && honorLabels === true,
  );
  const faults = [
    read.length !== 6 && `reads ${read.length} services`,
    !isRead && 'does not read /metrics of the internal port',
    !targetLabels.includes('app.kubernetes.io/part-of') && 'lacks the label of ServiceDown',
  ];
  return faults.filter(Boolean).map((fault) => `${titleOf(monitor)}: ${String(fault)}`);
}
