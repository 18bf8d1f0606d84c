import { readFileSync } from 'node:fs';
import { INTERNAL_AREAS } from '@towpath/contracts';
import { snippetsOf } from '@towpath/testing';

const PROGRAMS = 'e2e/src/other-languages/journeys';
const [, part = ''] = readFileSync('docs/sdk.md', 'utf8').split('\n## Other languages\n');

describe('the documents of clients in Go and Python', () => {
  it.each([
    ['go', snippetsOf('docs/sdk.md', { language: 'go' })],
    ['py', snippetsOf('docs/sdk.md', { language: 'python' })],
  ])('show only code of the tested program in %s', (ending, blocks) => {
    const program = readFileSync(`${PROGRAMS}.${ending}`, 'utf8');
    expect(blocks.filter((code) => !program.includes(code))).toEqual([]);
  });

  it('install the generators that CI installs', () => {
    const ci = readFileSync('.ci/run', 'utf8');
    const tools = [...part.matchAll(/^(?:go install|pip install) (\S+)$/gm)].map(
      ([, tool]) => tool,
    );
    expect(tools).toHaveLength(2);
    expect(tools.filter((tool = '') => !ci.includes(tool))).toEqual([]);
  });

  it('leave out what is internal', () => {
    const internal = [...INTERNAL_AREAS].toSorted();
    const [, tags = ''] = /exclude-tags: \[(.+)\]/.exec(part) ?? [];
    expect(tags.split(', ').toSorted()).toEqual(internal);
    const [, folders = ''] = /^rm -r (.+)$/m.exec(part) ?? [];
    const named = internal.map((area) => area.toLowerCase().replaceAll(/\W/g, '_'));
    expect(folders.split(' ').toSorted()).toEqual(named);
  });
});
