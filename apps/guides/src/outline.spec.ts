import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readOutline, routesOf } from './outline.js';

describe('the index of the documents', () => {
  const readers = readOutline(process.cwd());
  const listed = readers.flatMap(({ sections }) => sections.flatMap(({ pages }) => pages));
  const files = listed.map(({ file }) => file);

  it('names each document once', () => {
    const documents = globSync('docs/**/*.md').filter((file) => file !== 'docs/README.md');
    expect(documents.filter((file) => !files.includes(file))).toEqual([]);
    expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
  });

  it('has a reading order for each of three readers, and a place on the site for each page', () => {
    expect(readers.map(({ slug }) => slug)).toEqual(['integrators', 'operators', 'contributors']);
    const routes = routesOf(readers);
    expect(new Set(routes.values()).size).toBe(files.length + 1);
    expect(routes.get('README.md')).toBe('integrators/start.md');
    expect(routes.get('docs/connectors/README.md')).toBe('operators/connectors/index.md');
    expect(routes.get('docs/generated/errors.md')).toBe('integrators/errors.md');
  });
});

describe('a folder in the index', () => {
  const root = mkdtempSync(join(tmpdir(), 'outline-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('stands for its documents and for the README of each folder in it', () => {
    const write = (file: string, text: string) => {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      writeFileSync(join(root, file), text);
    };
    write(
      'docs/README.md',
      '## For readers\nAbout.\n\n### Start\n- [All](../apps)\n- [One](one.md)\n',
    );
    write('apps/b/README.md', '<!-- generated -->\n# The `b` app\n');
    write('apps/a.md', 'No heading.\n');
    write('apps/c/other.md', '# Other\n');
    expect(readOutline(root)).toEqual([
      {
        title: 'For readers',
        slug: 'readers',
        sections: [
          {
            title: 'Start',
            pages: [
              { file: 'apps/a.md', title: 'a' },
              { file: 'apps/b/README.md', title: 'The b app' },
              { file: 'docs/one.md', title: 'One' },
            ],
          },
        ],
      },
    ]);
  });
});
