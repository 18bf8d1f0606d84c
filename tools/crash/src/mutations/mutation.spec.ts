import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '@towpath/local-system';
import { snippetsOf } from '@towpath/testing';
import { VIOLATIONS } from '../check/violation.js';
import { Mutant, mutate, type Mutation } from './mutation.js';
import { CONNECTOR_FAULTS } from './connector-faults.js';
import { MUTATIONS, mutationNamed } from './mutations.js';

const mutation: Mutation = {
  name: 'test',
  fault: 'a',
  module: 'm.js',
  edits: { 'one( two': 'three($1' },
  finds: 'EVENT_MISSING',
};

describe('a mutation of source text', () => {
  it('replaces the matched text, whatever its layout', () => {
    expect(mutate('x = one(\n  two)', mutation)).toBe('x = three($1)');
  });

  it.each(['one', 'one(two) one( two)'])('refuses a source that has changed: %s', (source) => {
    expect(() => mutate(source, mutation)).toThrow('not once: one( two');
  });
});

describe('the list of mutations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'towpath-mutations-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(MUTATIONS)('has $name, which fits the built product and parses', (one) => {
    const source = readFileSync(join(workspaceRoot(), one.module), 'utf8');
    const broken = join(folder, `${one.name}.mjs`);
    writeFileSync(broken, mutate(source, one));
    execFileSync(process.execPath, ['--check', broken]);
  });

  it('breaks every promise that the checker judges', () => {
    const broken = new Set(MUTATIONS.map(({ finds }) => VIOLATIONS[finds]));
    expect([...broken].toSorted()).toEqual([...new Set(Object.values(VIOLATIONS))].toSorted());
  });

  it('refuses an unknown name', () => {
    expect(() => mutationNamed('none')).toThrow('There is no mutation none');
  });
});

describe('the commands of the README', () => {
  const commands = snippetsOf('tools/crash/README.md', { language: 'sh' });

  it.each(commands.flatMap((block) => block.split('\n')))('%s is understood', (command) => {
    const [, given = ''] = /^npm run crash -- (.*)$/.exec(command) ?? [];
    const options = given.split(' ');
    const program = join(workspaceRoot(), 'tools/crash/dist/main.js');
    const usage = execFileSync(process.execPath, [program, ...options, '--help']);
    expect(usage.toString()).toContain(options[0]);
    const name = options[options.indexOf('--mutation') + 1] ?? '';
    if (options.includes('--mutation')) expect(mutationNamed(name).name).toBe(name);
  });
});

describe('the list of faults in connectors', () => {
  const textOf = (file: string) => readFileSync(join(workspaceRoot(), file), 'utf8');

  it.each(CONNECTOR_FAULTS)('has $name, which fits its module', (fault) => {
    expect(mutate(textOf(fault.module), fault)).not.toBe(textOf(fault.module));
  });

  it.each(CONNECTOR_FAULTS)('names a test that is there, for $name', ({ proof }) => {
    const tests = textOf(proof.suite ?? proof.file);
    expect(tests.split(`'${proof.title}'`)).toHaveLength(2);
    for (const value of proof.row ?? []) expect(tests).toContain(String(value));
  });
});

describe('a mutated program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'towpath-mutant-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const found = { name: 'EVENT_MISSING', promise: 1, subject: 's', details: 'd' } as const;
  const mutant = new Mutant(mutation, { folder });

  it('is not noticed when no process loaded it, whatever was found', () => {
    expect(mutant.judge([found])).toMatchObject({ noticed: false });
  });

  it('is noticed only by the violation that it causes', () => {
    writeFileSync(join(folder, 'mutated.txt'), 'main.js\nmain.js\n');
    expect(mutant.judge([{ ...found, name: 'EVENT_ORDER' }])).toMatchObject({ noticed: false });
    expect(mutant.judge([found])).toEqual({
      noticed: true,
      line: 'NOTICED test in 1 programs: a; found EVENT_MISSING 1 times',
    });
  });
});
