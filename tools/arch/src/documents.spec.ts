import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AREAS } from '../../eslint-rules/src/areas.mjs';
import { repositoryFiles, textFiles } from './repository-files.js';

const files = repositoryFiles().filter(({ path }) => existsSync(path));
const texts = textFiles().filter(({ path }) => existsSync(path));

describe('the README of an app', () => {
  const slices = files.flatMap(({ path }) => {
    const [, app, ...folders] = /^apps\/([^/]+)\/src\/(.+)\/[^/]+$/.exec(path) ?? [];
    const [first = '', second = ''] = (folders[0] ?? '').split('/');
    const isArea = AREAS[app ?? '']?.flat().includes(first) ?? false;
    const slice = isArea ? second : first;
    return app && !['hosted-ui', 'console', 'guides'].includes(app) && slice
      ? [`${app}/${slice}`]
      : [];
  });

  it('names every slice', () => {
    const unnamed = [...new Set(slices)].filter((each) => {
      const [app = '', slice = ''] = each.split('/');
      if (['migrations', 'persistence'].includes(slice)) return false;
      const readme = texts.find(({ path }) => path === `apps/${app}/README.md`)?.read() ?? '';
      return !new RegExp(`[\`/]${slice}[\`/]`).test(readme);
    });
    expect(unnamed).toEqual([]);
  });
});

describe('the README of a library', () => {
  const libraries = new Set(files.flatMap(({ path }) => /^libs\/[^/]+/.exec(path)?.[0] ?? []));

  it.each([...libraries])('of %s names every folder', (library) => {
    const readme = texts.find(({ path }) => path === `${library}/README.md`)?.read() ?? '';
    expect(readme).not.toBe('');
    const rooms = files.flatMap(({ path }) => {
      const [, folder] = /^libs\/[^/]+\/src\/([^/]+)\//.exec(path) ?? [];
      return path.startsWith(`${library}/`) && folder ? [folder] : [];
    });
    const unnamed = [...new Set(rooms)].filter((room) => !readme.includes(`src/${room}\``));
    expect(unnamed).toEqual([]);
  });
});

/** `f[T](x)` in a program is no link. */
const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '');

describe('documents', () => {
  const documents = texts.filter(({ path }) => path.endsWith('.md'));

  it('link only to files that exist', () => {
    const broken = documents.flatMap(({ path, read }) =>
      [...withoutCode(read()).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => join(dirname(path), target ?? ''))
        .filter((target) => !existsSync(target))
        .map((target) => `${path} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only npm scripts that exist', () => {
    const manifest = JSON.parse(
      files.find(({ path }) => path === 'package.json')?.read() ?? '{}',
    ) as { scripts: Record<string, string> };
    const unknown = documents.flatMap(({ path, read }) =>
      [...read().matchAll(/npm run ([a-z][a-z:-]*)/g)]
        .map(([, script]) => script ?? '')
        .filter((script) => !(script in manifest.scripts))
        .map((script) => `${path}: npm run ${script}`),
    );
    expect(unknown).toEqual([]);
  });

  it('give each decision a status', () => {
    const decisions = documents.filter(({ path }) => /^docs\/adr\/\d{4}-/.test(path));
    const open = decisions.filter(({ read }) => !/^(Status: |## Status)/m.test(read()));
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  it('name the publisher and the consumers of each topic', () => {
    expect(documentedTopics()).toEqual(manifestTopics());
  });
});

interface Manifest {
  readonly service: string;
  readonly topics: { readonly writes: readonly string[]; readonly reads: readonly string[] };
}

/** By topic: publisher, then consumers. Those that all services consume are `all`. */
function manifestTopics(): Record<string, string> {
  const manifests = texts
    .filter(({ path }) => /^docs\/generated\/manifests\/(?!topics)/.test(path))
    .map(({ read }) => JSON.parse(read()) as Manifest);
  const topics = manifests.flatMap(({ service, topics: { writes } }) =>
    writes.map((topic) => {
      const readers = manifests.filter(({ topics: { reads } }) => reads.includes(topic));
      const names = readers.map((each) => each.service).toSorted();
      const consumers = names.length === manifests.length - 1 ? 'all' : names.join(', ');
      return [topic, `${service} → ${consumers || '–'}`] as const;
    }),
  );
  return Object.fromEntries(topics.toSorted());
}

function documentedTopics(): Record<string, string> {
  const text = texts.find(({ path }) => path === 'ARCHITECTURE.md')?.read() ?? '';
  const rows = [...text.matchAll(/^\| `(payments\.[^`]+)` \| ([^|]+) \| ([^|]+) \|/gm)];
  const topics = rows.map(([, topic = '', publisher = '', consumers = '']) => {
    const names = consumers.split(', ').toSorted().join(', ');
    return [topic, `${publisher} → ${names}`] as const;
  });
  return Object.fromEntries(topics.toSorted());
}
