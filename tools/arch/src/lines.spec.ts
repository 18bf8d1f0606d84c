import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

describe('npm run lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  const script = join(process.cwd(), 'tools/arch/src/lines.mjs');
  const lines = (...commits: string[]) =>
    execFileSync(process.execPath, [script, ...commits], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    })
      .split('\n')
      .map((row) => row.trim().replaceAll(/ {2,}/g, ' | '));
  const commit = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '-q', '-m', 'files');
    git('tag', `at-${Object.keys(files).length}`);
  };

  beforeAll(() => {
    git('init', '-q');
    commit({
      'apps/a/src/é.ts': 'one\n\n  \ntwo',
      'apps/a/src/a.spec.ts': 'test\n',
      'apps/a/src/a.fixture.ts': 'test\n',
      'apps/a/test/b.ts': 'test\n',
      'e2e/src/c.ts': 'test\n',
      'docs/generated/db.sql': 'generated\n',
      'apps/a/README.md': 'prose\n',
      'root.mjs': 'one\n',
    });
    commit({ 'apps/a/src/b.css': 'three\n', 'libs/b/src/c.sql': 'one\ntwo\n' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('counts lines of production code that are not blank, by folder', () => {
    expect(lines('at-8')).toEqual([
      'folder | files at-8 | lines',
      'apps/a | 1 | 2',
      'root.mjs | 1 | 1',
      'total | 2 | 3',
      '',
    ]);
  });

  it('compares two commits', () => {
    expect(lines('at-8', 'HEAD').slice(1, -1)).toEqual([
      'apps/a | 1 | 2 | 2 | 3 | +1 100.0 % | +1 50.0 %',
      'libs/b | 0 | 0 | 1 | 2 | +1 | +2',
      'root.mjs | 1 | 1 | 1 | 1 | 0 0.0 % | 0 0.0 %',
      'total | 2 | 3 | 4 | 6 | +2 100.0 % | +3 100.0 %',
    ]);
  });
});
