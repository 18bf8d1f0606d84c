import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readRules } from './promtool.fixture.js';

interface TestsFile {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }[];
  }[];
}

function readYaml<T>(path: string): T {
  return parse(readFileSync(path, 'utf8')) as T;
}

describe('the alert rules', () => {
  const { tests } = readYaml<TestsFile>('tools/deploy/src/alerts/alerts.test.yaml');
  const alerts = readRules()
    .groups.flatMap((group) => group.rules)
    .map(({ alert }) => alert);
  const expected = tests.flatMap(({ alert_rule_test: list }) => list);
  const testedWith = (count: number) =>
    expected.filter((each) => each.exp_alerts.length === count).map((each) => each.alertname);

  it('each have a test in which they fire and one in which they do not', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect([...new Set(testedWith(1))]).toEqual(alerts);
    expect(testedWith(0)).toEqual(alerts);
  });
});
