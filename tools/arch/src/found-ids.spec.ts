import { FOUND_IDS } from '@towpath/contracts/operator';
import { existsSync } from 'node:fs';
import { repositoryFiles, type RepositoryFile } from './repository-files.js';

const CODE = /^(apps|libs)\/[^/]+\/src\/(?!specimen\/).*(?<!spec|fixture)\.ts$/;
/** A type of IDs; what only parses an ID makes none. */
const TYPE = /(?<!parseId<)Id<'(\w+)'>/g;

function typesIn(files: readonly RepositoryFile[]): string[] {
  const code = files.filter(({ path }) => CODE.test(path));
  const names = code.flatMap(({ read }) => [...read().matchAll(TYPE)].map(([, name = '']) => name));
  return [...new Set(names)].toSorted();
}

describe('Find of the console', () => {
  it('knows where each type of ID leads', () => {
    const files = repositoryFiles().filter(({ path }) => existsSync(path));
    expect(typesIn(files)).toEqual(Object.keys(FOUND_IDS).toSorted());
  });

  it('misses a type that is new', () => {
    const read = () => "type ParcelId = Id<'Parcel'>;";
    expect(typesIn([{ path: 'libs/kernel/src/ids.ts', read }])).toEqual(['Parcel']);
  });
});
