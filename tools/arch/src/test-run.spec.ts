import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a script beside the tools' own modules, as `npm test` does. */
function run(script: string): string {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return stdout;
}

const module = (name: string) =>
  JSON.stringify(new URL(`file://${join(process.cwd(), 'tools/arch/src', name)}`).href);

describe('the parallel steps of a run', () => {
  const stepsOf = (steps: readonly (readonly [string, string])[]) =>
    run(`import { runSideBySide } from ${module('steps.mjs')};
      const { failed } = await runSideBySide(${JSON.stringify(steps)});
      process.stdout.write('failed: ' + failed);`);

  it('all run, each with its output in one piece', () => {
    const output = stepsOf([
      ['one', 'echo first'],
      ['two', 'echo second'],
      ['three', 'echo third'],
    ]);
    for (const [name, text] of [
      ['one', 'first'],
      ['two', 'second'],
      ['three', 'third'],
    ])
      expect(output).toContain(`== ${name}\n${text}\n== ${name}: ok`);
    expect(output).toMatch(/failed: null$/);
  });

  it('do not start after a failure', () => {
    const output = stepsOf([
      ['bad', 'exit 1'],
      ['worse', 'exit 2'],
      ['never', 'echo never'],
    ]);
    expect(output).not.toContain('never');
    expect(output).toMatch(/failed: (bad|worse)$/);
  });
});

describe('the files that passed only when run again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unsteady-'));
  mkdirSync(join(folder, '.cache/test-reports'), { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const after = (script: string) =>
    run(
      `process.chdir(${JSON.stringify(folder)});
       const { keepUnsteady, takeUnsteady } = await import(${module('unsteady-files.mjs')});
       ${script}
       process.stdout.write(JSON.stringify(found));`,
    );

  it('include those of `npm test` and of the full run that follows it', () => {
    after(`const found = []; keepUnsteady(['a.ts']);`);
    expect(after('const found = takeUnsteady(true);')).toBe('["a.ts"]');
    expect(after('const found = takeUnsteady(true);')).toBe('[]');
  });

  it('are forgotten at the next `npm test`', () => {
    after(`const found = []; keepUnsteady(['a.ts']);`);
    expect(after('const found = takeUnsteady(false);')).toBe('[]');
    expect(after('const found = takeUnsteady(true);')).toBe('[]');
  });
});

describe('the report of a test run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = (path: string) =>
    JSON.parse(
      execFileSync(process.execPath, [
        '--input-type=module',
        '-e',
        `import { readReport, slowest } from ${module('test-reports.mjs')};
         const report = readReport(${JSON.stringify(path)});
         const lines = slowest(report.durations, 1);
         process.stdout.write(JSON.stringify({ ...report, lines }));`,
      ]).toString(),
    ) as Record<string, unknown>;

  it('counts a file that did not load as failed, gives each reason once, and names the slowest', () => {
    const path = join(folder, 'report.json');
    const file = (name: string, endTime: number, assertions: readonly string[]) => ({
      name: join(process.cwd(), name),
      status: assertions.join() === 'passed' ? 'passed' : 'failed',
      startTime: 1_000,
      endTime,
      message: 'cannot be\nloaded',
      assertionResults: assertions.map((status) => ({
        status,
        fullName: `is ${status}`,
        failureMessages: status === 'failed' ? ['\u001b[31mexpected\u001b[39m\n  one'] : [],
      })),
    });
    const testResults = [
      file('a.ts', 3_000, ['passed', 'failed', 'failed']),
      file('b.ts', 1_100, []),
      file('c.ts', 13_500, ['passed']),
    ];
    const counts = { numPassedTests: 2, numFailedTests: 2, numPendingTests: 0 };
    writeFileSync(path, JSON.stringify({ ...counts, testResults }));
    expect(read(path)).toMatchObject({
      passedTests: 2,
      failedTests: 3,
      failedFiles: ['a.ts', 'b.ts'],
      passedInFailedFiles: 1,
      failures: ['a.ts › is failed (and 1 more): expected one', 'b.ts › cannot be loaded'],
      lines: ['   12.5 s  c.ts'],
    });
  });

  it('shows zeros when the run ended before its first test', () => {
    expect(read(join(folder, 'none.json'))).toMatchObject({ passedTests: 0, failedFiles: [] });
  });
});
