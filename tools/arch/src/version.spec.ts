import { VERSION } from '@towpath/contracts';
import { repositoryFiles } from './repository-files.js';

/** Every place that names the version of the product. */
const PLACES: readonly {
  readonly name: string;
  readonly files: RegExp;
  readonly version: RegExp;
}[] = [
  {
    name: 'package.json of every project',
    files: /^((apps|libs|tools)\/[^/]+\/|e2e\/)?package\.json$/,
    version: /"version": "([^"]+)"/,
  },
  { name: 'the Dockerfile', files: /^docker\/Dockerfile$/, version: /^ARG VERSION=(.+)$/m },
  {
    name: 'k8s/components',
    files: /^k8s\/components\/(sandbox|postgres-local)\/.*\.yaml$/,
    version: /towpath:([\d.]+)/,
  },
  {
    name: 'docs/operations/images.md',
    files: /^docs\/operations\/images\.md$/,
    version: /--build-arg VERSION=([\d.]+)/,
  },
  { name: 'CHANGELOG.md', files: /^CHANGELOG\.md$/, version: /^## (\d[\d.]*)$/m },
];

it.each(PLACES)('$name has the version of libs/contracts', ({ files, version }) => {
  const found = repositoryFiles()
    .filter(({ path }) => files.test(path))
    .flatMap(({ path, read }) => {
      const [, named] = version.exec(read()) ?? [];
      return named ? [`${path} ${named}`] : [];
    });
  expect(found).not.toEqual([]);
  expect(found.filter((line) => !line.endsWith(` ${VERSION}`))).toEqual([]);
});
