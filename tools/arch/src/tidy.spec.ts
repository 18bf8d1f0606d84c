import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { repositoryFiles, textFiles } from './repository-files.js';

const files = repositoryFiles().filter(({ path }) => existsSync(path));
const texts = textFiles().filter(({ path }) => existsSync(path));
const here = 'tools/arch/src/tidy.spec.ts';

function linesMatching(pattern: RegExp, paths: RegExp): string[] {
  return texts
    .filter(({ path }) => paths.test(path) && path !== here)
    .flatMap(({ path, read }) =>
      read()
        .split('\n')
        .flatMap((line, index) =>
          pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        ),
    );
}

describe('the names of files', () => {
  it('do not include drawers such as utils', () => {
    const drawers = files.filter(({ path }) => /\/(utils?|helpers?|common|misc)\.ts$/.test(path));
    expect(drawers.map(({ path }) => path)).toEqual([]);
  });

  it('are in kebab case with a role', () => {
    const odd = files.filter(
      ({ path }) =>
        path.endsWith('.ts') && !/\/(@?[a-z0-9-]+)(\.[a-z0-9-]+)*\.ts$/.test(`/${path}`),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('give each spec a Jest project that runs it', () => {
    const inCode =
      /^(apps|libs|tools)\/.*\.((needs-[a-z]+\.)?(spec|full-spec)|(int|contract|migration)-spec)\.ts$/;
    const inStories = /^e2e\/.*\.(e2e-spec|((alone|needs-[a-z]+)\.)?full-spec)\.ts$/;
    const unknown = files
      .map(({ path }) => path)
      .filter((path) => path.endsWith('spec.ts') && !inCode.test(path) && !inStories.test(path));
    expect(unknown).toEqual([]);
  });
});

describe('the code of the repository', () => {
  it('contains no mark of unfinished work', () => {
    const marks = new RegExp(['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|'));
    const words = new RegExp(`\\b(${marks.source})\\b`);
    expect(linesMatching(words, /\.(ts|tsx|mjs)$/)).toEqual([]);
  });

  it('skips and focuses no test', () => {
    const skip = /\b(describe|it|test)\.(skip|only|todo)\b|\bx(it|describe)\(/;
    expect(linesMatching(skip, /spec\.ts$/)).toEqual([]);
  });

  it('switches no lint rule off', () => {
    const off = new RegExp(
      ['(es|ox)lint-' + 'disable', '@ts-' + 'ignore', '@ts-' + 'nocheck'].join('|'),
    );
    expect(linesMatching(off, /\.(ts|tsx|mjs)$/)).toEqual([]);
  });
});

describe('a file of the repository', () => {
  it('contains no absolute path of a home or work folder', () => {
    const machine = /(^|[^A-Za-z0-9_.])\/(work|root|home\/[a-z]+)\//;
    expect(linesMatching(machine, /./)).toEqual([]);
  });

  it('contains no registry address if it is the lock file', () => {
    const lock = files.find(({ path }) => path === 'package-lock.json');
    expect(lock?.read()).not.toMatch(/"resolved": "http/);
  });

  it('contains no secret', () => {
    const secret =
      /-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\.|whsec_[A-Za-z0-9+/]{30,}/;
    expect(linesMatching(secret, /./)).toEqual([]);
  });
});

describe('every project', () => {
  it('has the targets of `nx affected -t lint,types,test`', () => {
    const without = files
      .filter(({ path }) => /^((apps|libs|tools)\/[^/]+|e2e)\/project\.json$/.test(path))
      .filter(({ read }) => {
        const { targets } = JSON.parse(read()) as { targets: Record<string, unknown> };
        return !['lint', 'types', 'test'].every((target) => target in targets);
      });
    expect(without.map(({ path }) => path)).toEqual([]);
  });
});

describe('the lock file', () => {
  it('contains every workspace, so that npm ci accepts it', () => {
    const lock = JSON.parse(
      files.find(({ path }) => path === 'package-lock.json')?.read() ?? '{"packages":{}}',
    ) as { packages: Record<string, unknown> };
    const workspaces = files
      .filter(({ path }) => /^((apps|libs|tools)\/[^/]+|e2e)\/package\.json$/.test(path))
      .map(({ path }) => dirname(path));
    expect(workspaces.filter((folder) => !(folder in lock.packages))).toEqual([]);
  });
});
