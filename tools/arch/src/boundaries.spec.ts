import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CONSTRAINTS, mayImport } from '../../eslint-rules/src/boundaries.mjs';
import { readProjects } from '../../eslint-rules/src/projects.mjs';
import { PLANTED_VIOLATIONS } from './planted-violations.js';

const root = process.cwd();
const projects = readProjects(root);

describe('project tags', () => {
  it.each(projects.map((project) => [project.name, project]))(
    '%s has one type and one scope, each with a constraint',
    (_name, project) => {
      expect(project.types).toHaveLength(1);
      expect(project.scopes).toHaveLength(1);
      expect(CONSTRAINTS).toHaveProperty(project.type);
    },
  );

  it('leaves no project free to import everything', () => {
    const free = projects.filter((from) => projects.every((to) => mayImport(from, to)));
    expect(free).toEqual([]);
  });

  it('orders infrastructure libraries by layer, so that they cannot form a cycle', () => {
    const infra = projects.filter(({ type }) => type === 'infra');
    const mutual = infra.flatMap((from) =>
      infra.filter((to) => from.name < to.name && mayImport(from, to) && mayImport(to, from)),
    );
    expect(infra.map(({ layer }) => typeof layer)).toEqual(infra.map(() => 'number'));
    expect(mutual).toEqual([]);
  });
});

describe('planted violations', () => {
  const reported = new Map<string, string[]>();

  beforeAll(() => {
    const output = execFileSync(process.execPath, ['tools/arch/src/plant.mjs'], {
      cwd: root,
      input: JSON.stringify(PLANTED_VIOLATIONS),
      encoding: 'utf8',
      // In CI the parser would otherwise read the files from disk and not see what is planted.
      env: { ...process.env, NODE_OPTIONS: '', TSESTREE_SINGLE_RUN: 'false' },
    });
    for (const { plant, rules } of JSON.parse(output) as { plant: string; rules: string[] }[]) {
      reported.set(plant, rules);
    }
  }, 120_000);

  it.each(PLANTED_VIOLATIONS)('$plant is reported by $rule', ({ plant, rule }) => {
    expect(reported.get(plant)).toContain(rule);
  });

  it('exist once for each sentence of STYLE.md that lint enforces, and for no other', () => {
    const planted = PLANTED_VIOLATIONS.flatMap(({ style }) => style ?? []);
    expect([...new Set(planted)].toSorted()).toEqual(sentencesForLint().toSorted());
  });
});

function sentencesForLint(): string[] {
  return readFileSync('STYLE.md', 'utf8')
    .split('\n')
    .map((line) => line.split(' | '))
    .filter((cells) => /\blint\b/.test(cells.at(-1) ?? '') && cells.length === 3)
    .flatMap(([rule = '']) => rule.replace(/^\| /, '').split('; '));
}
