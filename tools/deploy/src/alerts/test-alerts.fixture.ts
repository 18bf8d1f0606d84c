// Checks the alert rules of k8s/ with promtool, and runs their tests; ends with 1 when one fails.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

const RULES = 'k8s/components/monitoring/rules.yaml';
const TESTS = 'tools/deploy/src/alerts/alerts.test.yaml';

const { spec } = parse(readFileSync(RULES, 'utf8')) as { readonly spec: object };
const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
try {
  writeFileSync(join(folder, 'rules.yaml'), stringify(spec));
  copyFileSync(TESTS, join(folder, 'tests.yaml'));
  for (const args of [
    ['check', 'rules', 'rules.yaml'],
    ['test', 'rules', 'tests.yaml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status === 0) continue;
    process.stderr.write(`promtool ${args.join(' ')}:\n${stdout}${stderr}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
