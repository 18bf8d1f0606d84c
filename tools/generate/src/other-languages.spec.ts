import { readFileSync } from 'node:fs';
import { INTERNAL_AREAS } from '@towpath/contracts';

const PROGRAMS = 'e2e/src/other-languages/journeys';
const [, part = ''] = readFileSync('docs/sdk.md', 'utf8').split('\n## Other languages\n');
const blocks = (kind: string) =>
  [...part.matchAll(/```(\w+)\n([^]+?)```/g)].flatMap(([, each, text = '']) =>
    each === kind ? [text] : [],
  );

describe('the documents of clients in Go and Python', () => {
  it.each([
    ['go', 'go'],
    ['python', 'py'],
  ])('show only code in %s that is tested', (kind, ending) => {
    const program = readFileSync(`${PROGRAMS}.${ending}`, 'utf8');
    expect(blocks(kind).length).toBeGreaterThan(0);
    expect(blocks(kind).filter((code) => !program.includes(code))).toEqual([]);
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
