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

describe('a file that fails on real servers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'test-run-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  /** Runs `npm run test:full` with a Jest whose one file fails in the named reports. */
  function fullRun(failing: string) {
    const npm = `#!/bin/sh
case "$*" in *" build") echo built; exit 0;; esac
for word in "$@"; do case "$word" in --outputFile=*) file=\${word#--outputFile=};; esac; done
status=passed; failed=0
case "$file" in ${failing}) status=failed; failed=1;; esac
case "$file" in */alone.json) tests=;; *) tests='{"name":"'"$PWD"'/a.ts","status":"'$status'",
  "startTime":0,"endTime":1,"message":"","assertionResults":[
  {"status":"'$status'","fullName":"a","failureMessages":["reason"]}]}';; esac
echo '{"numPassedTests":'$((1 - failed))',"numFailedTests":'$failed',"numPendingTests":0,
  "testResults":['"$tests"']}' > "$file"
exit $failed
`;
    writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(process.cwd(), 'tools/arch/src/test.mjs'), 'full'],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      },
    );
    return { status, lines: stdout.trim().split('\n') };
  }

  it('runs again, alone, and is named if it passes then', () => {
    const { status, lines } = fullRun('*/full.json');
    expect(lines.slice(0, 2)).toEqual(['== build', 'built']);
    expect(lines).toContain('Passed only when run again: a.ts');
    expect(lines.at(-1)).toBe('2 passed, 0 failed');
    expect(status).toBe(0);
  }, 60_000);

  it('fails the run if it fails again', () => {
    const { status, lines } = fullRun('*/full*.json');
    expect(lines).toContain('Failed: full');
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
    expect(status).toBe(1);
  }, 60_000);
});

describe('tools that npm does not install', () => {
  const folder = mkdtempSync(join(tmpdir(), 'optional-tools-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const leftOut = () =>
    run(`process.chdir(${JSON.stringify(folder)});
      Object.assign(process.env, { PATH: 'bin', STRIPE_OPENAPI: '', GOMODCACHE: 'go' });
      const { leftOutChecks, leftOutSpecs } = await import(${module('optional-tools.mjs')});
      process.stdout.write([...leftOutChecks(), ...leftOutSpecs()].join('\\n'));`);

  it('are named with what is left out, also the schema that comes with one', () => {
    const lines = leftOut().split('\n');
    for (const tool of ['promtool', 'stripe-mock', 'localstripe', 'Go module of stripe-mock'])
      expect(lines).toContainEqual(expect.stringMatching(`^Left out: .*${tool} is not installed`));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/localstripe'), '');
    const schema = join(folder, 'go/github.com/stripe/stripe-mock@v1/embedded/openapi');
    mkdirSync(schema, { recursive: true });
    writeFileSync(join(schema, 'spec3.json'), '{}');
    const fewer = leftOut();
    expect(fewer).toContain('(stripe-mock is not installed)');
    expect(fewer).not.toMatch(/localstripe|Go module/);
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
