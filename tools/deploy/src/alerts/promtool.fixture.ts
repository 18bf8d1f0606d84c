import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

const RULES = 'k8s/components/monitoring/rules.yaml';

interface RulesFile {
  readonly spec: { readonly groups: readonly { readonly rules: readonly { alert: string }[] }[] };
}

export function readRules(): RulesFile['spec'] {
  return (parse(readFileSync(RULES, 'utf8')) as RulesFile).spec;
}

/** Checks the rules, and runs tests of them that name `rules.yaml`. What promtool says of a failure. */
export function runPromtool(tests: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  try {
    writeFileSync(join(folder, 'rules.yaml'), stringify(readRules()));
    writeFileSync(join(folder, 'tests.yaml'), tests);
    const calls = [
      ['check', 'rules', 'rules.yaml'],
      ['test', 'rules', 'tests.yaml'],
    ];
    return calls.flatMap((args) => {
      const { status, stdout, stderr, error } = spawnSync('promtool', args, {
        cwd: folder,
        encoding: 'utf8',
      });
      if (error) throw error;
      return status === 0 ? [] : [`promtool ${args.join(' ')}:\n${stdout}${stderr}`];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
