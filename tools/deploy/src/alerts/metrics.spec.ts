import { globSync, readFileSync } from 'node:fs';

const METRIC_SOURCES = [
  'libs/*/src/**/*.ts',
  'apps/{gateway,payment-link,webhook-dispatch}/src/**/*.ts',
];

describe('each alert', () => {
  const rulesFile = readFileSync('k8s/components/monitoring/rules.yaml', 'utf8');
  const boards = ['overview', 'service', 'webhooks', 'money'].map((name) =>
    readFileSync(`k8s/components/monitoring/dashboards/${name}.json`, 'utf8'),
  );

  it('has instructions in the guide of alerts', () => {
    const alerts = [...rulesFile.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const page = readFileSync('docs/operations/alerts.md', 'utf8');
    const headings = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(alerts);
  });

  it('uses metrics that the services have, as the dashboards do', () => {
    const sources = METRIC_SOURCES.flatMap((pattern) => globSync(pattern)).map((file) =>
      readFileSync(file, 'utf8'),
    );
    const made = new Set(
      sources.flatMap((text) => [...text.matchAll(/name: '(\w+)',/g)]).map(([, name]) => name),
    );
    const own =
      /\b(?:audit|http|outbox|consumer|webhook|connector|ledger|state_machine|reconciliation|process_unexpected)_\w+/g;
    const read = [rulesFile, ...boards]
      .flatMap((text) => [...text.matchAll(own)])
      .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));
    expect(read.length).toBeGreaterThan(20);
    expect([...new Set(read)].filter((name) => !made.has(name))).toEqual([]);
  });
});
