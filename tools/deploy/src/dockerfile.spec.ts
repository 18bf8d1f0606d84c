import { existsSync, readFileSync } from 'node:fs';
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
    ['holds no secret', (text) => text.replace('HOST=', 'DATABASE_URL=')],
  ])('would be caught: it %s', (rule, plant) => {
    expect(brokenRules(plant(dockerfile))).toContain(rule);
    expect(RULE_NAMES).toContain(rule);
  });

  it('runs on the Node that everything is tested with', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const image = instructions.find(({ name }) => name === 'ARG')?.text;
    expect(image).toBe(`NODE_IMAGE=node:${manifest.devDependencies['node']}-bookworm-slim`);
  });

  it('copies, runs and checks only what exists', () => {
    const programs = [...dockerfile.matchAll(/(?:apps|tools)\/[\w-]+\/dist\/[\w-]+\.js/g)];
    const sources = programs.map(([path]) => path.replace('/dist/', '/src/').replace(/js$/, 'ts'));
    const scripts = [...dockerfile.matchAll(/docker\/[\w-]+\.sh/g)].map(([path]) => path);
    const paths = [...copiedPaths(instructions), ...sources, ...scripts];
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('the build context', () => {
  const files = contextFiles();

  it('has the package files of every workspace, all sources and what the scripts copy', () => {
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
        'docker/trim-dependencies.sh',
        'docs/generated/openapi/openapi.json',
        'apps/hosted-ui/index.html',
        'tools/sandbox/assets/card-fields.js',
      ]),
    );
  });

  it('has no test, no document and no tooling of the repository', () => {
    const unneeded = /spec\.ts$|^docs\/(?!generated\/openapi)|^k8s|^\.git|^e2e\/src/;
    expect(files.filter((path) => unneeded.test(path))).toEqual([]);
  });

  it.each([
    'docker/secrets/gateway/database-url',
    '.env',
    '.data/keys/launcher.json',
    '.git/config',
  ])('never has %s', (path) => {
    expect(isSent(path, readPatterns(readFileSync('.dockerignore', 'utf8')))).toBe(false);
  });
});
