import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instructionsOf } from './dockerfile.fixture.js';

/** The image's file system below /app, put together in a folder. */
export interface ImageFolder {
  readonly folder: string;
  /** Variables that the image itself sets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
}

/**
 * Does what the Dockerfile does after the build, with the scripts and commands that it names: the
 * package files, the production dependencies from the lock file, then the built code.
 */
export function buildImageFolder(folder: string): ImageFolder {
  const instructions = instructionsOf(readFileSync('docker/Dockerfile', 'utf8'));
  const runs = instructions.filter(({ name }) => name === 'RUN').map(({ text }) => text);
  const install = runs.find((text) => text.includes('--omit=dev'))?.match(/npm ci .*/)?.[0];
  if (!install) throw new Error('the Dockerfile installs no production dependencies');
  const dependencies = join(folder, 'production-dependencies');
  const image = join(folder, 'app');
  execFileSync('sh', ['docker/collect-manifests.sh', process.cwd(), dependencies]);
  // What the checkout's npm ci fetched is in npm's cache: this needs no network.
  execFileSync('sh', ['-c', `${install} --prefer-offline`], {
    cwd: dependencies,
    env: withoutNpm(process.env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const trims = runs.some((text) => text === 'sh /trim-dependencies.sh node_modules');
  if (!trims) throw new Error('the Dockerfile keeps what no service reads');
  execFileSync('sh', ['docker/trim-dependencies.sh', join(dependencies, 'node_modules')]);
  execFileSync('sh', ['docker/collect-image.sh', process.cwd(), image]);
  cpSync(join(dependencies, 'node_modules'), join(image, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  execFileSync('chmod', ['-R', 'a+rX,a-w', image]);
  const valueOf = (name: string) => instructions.findLast((each) => each.name === name)?.text ?? '';
  const pairs = instructions.flatMap(({ name, text }) => (name === 'ENV' ? text.split(' ') : []));
  return {
    folder: image,
    environment: Object.fromEntries(pairs.map((pair) => pair.split('='))) as Record<string, string>,
    entrypoint: JSON.parse(valueOf('ENTRYPOINT')) as string[],
    healthCheck: JSON.parse(valueOf('HEALTHCHECK').replace(/^CMD /, '')) as string[],
  };
}

/** Without what `npm run` tells its children, which would lead another npm back to this checkout. */
export function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) =>
      !/^(npm_(?!config_(cache|registry)$)|NODE_OPTIONS$|NODE_ENV$|INIT_CWD$)/i.test(name),
  );
  return Object.fromEntries(kept);
}
