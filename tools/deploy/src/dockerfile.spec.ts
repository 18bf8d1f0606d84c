import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextFiles, isSent, readPatterns } from './docker-context.fixture.js';
import { brokenRules, copiedPaths, instructionsOf, RULE_NAMES } from './dockerfile.fixture.js';

const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
const instructions = instructionsOf(dockerfile);

describe('the Dockerfile', () => {
  it('keeps every rule', () => expect(brokenRules(dockerfile)).toEqual([]));

  it.each<[string, (text: string) => string]>([
    ['needs no parser from the network', (text) => `# syntax=docker/dockerfile:1\n${text}`],
    ['has several stages', (text) => text.replace(/^FROM .* AS (?!runtime).*\n/gm, '')],
    [
      'pins its base to a whole version',
      (text) => text.replace(/^ARG .*/m, 'ARG NODE_IMAGE=node:24-slim'),
    ],
    ['adds nothing from addresses', (text) => `${text}ADD https://example.com/a /a\n`],
    [
      'runs as a user with a number that is not root',
      (text) => text.replace('USER 1000:1000', 'USER node'),
    ],
    [
      'starts its program without a shell',
      (text) => text.replace(/^ENTRYPOINT .*/m, 'ENTRYPOINT node'),
    ],
    [
      'checks its health without a shell',
      (text) => text.replace(/CMD \["node", "tools.*/, 'CMD node health.js'),
    ],
    ['installs from the lock file', (text) => text.replace('npm ci', 'npm install')],
    ['says what it is', (text) => text.replace(/^LABEL (.*\n)+?(?=#)/m, '')],
    ['keeps no package manager', (text) => text.replace('FROM scratch', 'FROM base')],
    ['keeps no package manager', (text) => text.replace('--from=lean / /', '--from=base / /')],
    ['keeps no package manager', (text) => text.replace('RUN sh /tmp/trim-base.sh /', 'RUN true')],
    [
      'is built by the podman and buildah of Debian 12',
      (text) => text.replace('--retries=3', '--start-interval=1s --retries=3'),
    ],
    ['holds no secret', (text) => text.replace('HOST=', 'DATABASE_URL=')],
  ])('is reported when it breaks the rule: %s', (rule, plant) => {
    expect(brokenRules(plant(dockerfile))).toContain(rule);
    expect(RULE_NAMES).toContain(rule);
  });

  it('uses the Node version of the tests', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const image = instructions.find(({ name }) => name === 'ARG')?.text;
    expect(image).toBe(`NODE_IMAGE=node:${manifest.devDependencies['node']}-bookworm-slim`);
  });

  it('copies, runs and checks only files that exist', () => {
    const programs = [...dockerfile.matchAll(/(?:apps|tools)\/[\w-]+\/dist\/[\w-]+\.js/g)];
    const sources = programs.map(([path]) => path.replace('/dist/', '/src/').replace(/js$/, 'ts'));
    const scripts = [...dockerfile.matchAll(/docker\/[\w-]+\.sh/g)].map(([path]) => path);
    const paths = [...copiedPaths(instructions), ...sources, ...scripts];
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('docker/trim-base.sh', () => {
  const root = mkdtempSync(join(tmpdir(), 'root-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const write = (path: string, { mode = 0o755, text = '' } = {}) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), mode);
  };

  it('leaves no package manager and no program of another user, but keeps the list of packages', () => {
    const kept = ['bin/cat', 'usr/local/bin/node', 'var/lib/dpkg/status'];
    const removed = ['usr/bin/apt', 'usr/bin/dpkg', 'usr/lib/libapt-pkg.so.6', 'etc/apt/sources'];
    const ofNode = ['usr/local/bin/npm', 'usr/local/bin/corepack', 'opt/yarn-v1/bin/yarn'];
    for (const path of [...kept, ...removed, ...ofNode]) write(path);
    write('usr/bin/su', { mode: 0o4755 });
    write('usr/bin/chage', { mode: 0o2755 });
    const lists = {
      apt: '/.\n/usr\n/usr/bin\n/usr/bin/apt\n/etc/apt\n/etc/apt/sources\n',
      dpkg: '/usr/bin/dpkg\n/var/lib/dpkg/status\n',
      'libapt-pkg6.0:amd64': '/usr/lib/libapt-pkg.so.6\n',
    };
    for (const [name, text] of Object.entries(lists))
      write(`var/lib/dpkg/info/${name}.list`, { text });
    execFileSync('sh', ['docker/trim-base.sh', root]);
    const isThere = (path: string) => existsSync(join(root, path));
    expect([...kept, ...removed, ...ofNode].filter(isThere)).toEqual(kept);
    const modes = ['usr/bin/su', 'usr/bin/chage'].map((path) => statSync(join(root, path)).mode);
    expect(modes.map((mode) => (mode & 0o7777).toString(8))).toEqual(['755', '755']);
  });
});

describe('the build context', () => {
  const files = contextFiles();

  it('contains the package files of every workspace, all sources and the files that scripts copy', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { link?: boolean; resolved?: string }>;
    };
    const workspaces = Object.values(lock.packages).flatMap(({ link, resolved }) =>
      link && resolved ? [`${resolved}/package.json`] : [],
    );
    expect(workspaces.length).toBeGreaterThan(15);
    expect(files).toEqual(
      expect.arrayContaining([
        ...workspaces,
        'package.json',
        'package-lock.json',
        '.npmrc',
        '.swcrc',
        'LICENSE',
        'tsconfig.base.json',
        'tsconfig.json',
        'docker/collect-image.sh',
        'docker/collect-manifests.sh',
        'docker/describe-image.mjs',
        'docker/trim-base.sh',
        'docker/trim-dependencies.sh',
        'docs/generated/openapi/openapi.json',
        'apps/guides/reference/index.html',
        'apps/hosted-ui/index.html',
        'docs/README.md',
        'README.md',
        'apps/sandbox/assets/card-fields.js',
      ]),
    );
  });

  it('contains no test and no tooling of the repository', () => {
    const unneeded = /spec\.ts$|^k8s|^\.git|^e2e\/src/;
    expect(files.filter((path) => unneeded.test(path))).toEqual([]);
  });

  it.each([
    'docker/secrets/gateway/database-url',
    '.env',
    '.data/keys/launcher.json',
    '.git/config',
  ])('never contains %s', (path) => {
    expect(isSent(path, readPatterns(readFileSync('.dockerignore', 'utf8')))).toBe(false);
  });
});
