import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillOnce, workspaceRoot } from '@towpath/local-system';
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
export async function buildImageFolder(folder: string): Promise<ImageFolder> {
  const instructions = instructionsOf(readFileSync('docker/Dockerfile', 'utf8'));
  const runs = instructions.filter(({ name }) => name === 'RUN').map(({ text }) => text);
  const install = runs.find((text) => text.includes('--omit=dev'))?.match(/npm ci .*/)?.[0];
  if (!install) throw new Error('the Dockerfile installs no production dependencies');
  const trims = runs.some((text) => text === 'sh /trim-dependencies.sh node_modules');
  if (!trims) throw new Error('the Dockerfile keeps what no service reads');
  const manifests = join(folder, 'manifests');
  const image = join(folder, 'app');
  execFileSync('sh', ['docker/collect-manifests.sh', process.cwd(), manifests]);
  const dependencies = await trimmedDependencies({ manifests, install });
  execFileSync('sh', ['docker/collect-image.sh', process.cwd(), image]);
  execFileSync('cp', ['-a', join(dependencies, 'node_modules'), image]);
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

interface Dependencies {
  /** Folder of the package files. */
  readonly manifests: string;
  /** The Dockerfile's command. */
  readonly install: string;
}

/** Installed once for all specs that need an image of these package files. */
function trimmedDependencies({ manifests, install }: Dependencies): Promise<string> {
  const files = readdirSync(manifests, { recursive: true, encoding: 'utf8' });
  const read = files
    .filter((file) => /\.(json|npmrc)$/.test(file))
    .sort()
    .map((file) => readFileSync(join(manifests, file), 'utf8'));
  const trim = 'docker/trim-dependencies.sh';
  const digest = createHash('sha256').update(JSON.stringify([...read, install]));
  const name = digest.update(readFileSync(trim)).digest('hex').slice(0, 16);
  const all = join(workspaceRoot(), '.cache/image-dependencies');
  return fillOnce(join(all, name), (into) => {
    execFileSync('cp', ['-a', `${manifests}/.`, into]);
    // What the checkout's npm ci fetched is in npm's cache: this needs no network.
    execFileSync('sh', ['-c', `${install} --prefer-offline`], {
      cwd: into,
      env: withoutNpm(process.env),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    execFileSync('sh', [trim, join(into, 'node_modules')]);
    return Promise.resolve();
  });
}

/** Without what `npm run` tells its children, which would lead another npm back to this checkout. */
export function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) =>
      !/^(npm_(?!config_(cache|registry)$)|NODE_OPTIONS$|NODE_ENV$|INIT_CWD$)/i.test(name),
  );
  return Object.fromEntries(kept);
}
