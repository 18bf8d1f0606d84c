/** @takes 30 s */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { snippetsOf } from '@towpath/testing';
import { build } from 'vite';

const LIMIT_BYTES = 20_000;
const USE = `
const options = { baseUrl: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b' };
const towpath = new Towpath(options);
const each = (event: WebhookEvent): string =>
  event.event_type === 'PAYOUT_FAILED' ? event.payout_id : event.event_id;
void [towpath.listPayments, new WebhookVerifier({ secret: 'whsec_AAAA' }), sealCredentials, each];
`;

/** What the programs of docs/sdk.md need, and the samples of the reference. */
const GIVEN = `
declare const towpath: Towpath;
declare const token: string;
declare const bytes: Uint8Array<ArrayBuffer>;
`;
const GIVEN_IN_GUIDE = `
declare const baseUrl: string, clientId: string, clientSecret: string, paymentId: string;
declare const secret: string, customerAppId: string, rawBody: string;
declare const request: { readonly headers: Headers };
declare function ship(reference: unknown): void;
declare const user_id: string, password: string;
declare const key: import('@towpath/sdk').Jwk;
`;

let folder: string;
const run = (program: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
};
const tsc = resolve('node_modules/typescript/bin/tsc');
const document = JSON.parse(readFileSync('docs/generated/openapi/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

/** The operations that customer apps call. */
const described = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .filter((operation) => !operation['x-internal']);

type Content = Readonly<Record<string, { readonly example?: unknown } | undefined>>;
interface Described {
  readonly operationId: string;
  readonly 'x-internal'?: true;
  readonly 'x-codeSamples'?: readonly { readonly source: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Content } | undefined>>;
}

const IMPORTS = [
  "import { Towpath, type WebhookEvent } from '@towpath/sdk';",
  "import { WebhookVerifier } from '@towpath/sdk/webhooks';",
  "import { sealCredentials } from '@towpath/sdk/seal';",
];
const MODULES = ['--module', 'node16'];
/** How TypeScript resolved packages before Node's "exports", and still does where nobody changed it. */
const OLD_MODULES = [
  '--module',
  'commonjs',
  '--moduleResolution',
  'node10',
  '--ignoreDeprecations',
  '6.0',
];

/** What the compiler says about a file of the consumer; nothing if it is right. */
function compiled(name: string, lines: readonly string[], modules = MODULES): string {
  writeFileSync(join(folder, name), lines.join('\n'));
  const options = ['--noEmit', '--strict', ...modules, '--target', 'es2022'];
  const lib = ['--lib', 'es2024,dom,dom.iterable'];
  return run(process.execPath, tsc, ...options, ...lib, name);
}

// What npm would publish, in the folder of somebody who has nothing else.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'towpath-sdk-'));
  const packed = join(folder, 'node_modules/@towpath/sdk');
  mkdirSync(packed, { recursive: true });
  const options = ['pack', '--silent', '--pack-destination', folder];
  const file = execFileSync('npm', options, { cwd: 'libs/sdk', encoding: 'utf8' }).trim();
  run('tar', '-xzf', file, '-C', packed, '--strip-components=1');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the published package', () => {
  it.each([
    ['import', 'module', (path: string) => `await import('${path}')`],
    ['require', 'commonjs', (path: string) => `require('${path}')`],
  ])('gives its three entries to %s', (_what, type, load) => {
    const entries = ['@towpath/sdk', '@towpath/sdk/webhooks', '@towpath/sdk/seal'];
    const [all, webhooks, seal] = entries.map(load);
    const code = `console.log([(${all}).Towpath, (${webhooks}).WebhookVerifier, (${seal}).sealCredentials].map((each) => typeof each).join())`;
    expect(run(process.execPath, `--input-type=${type}`, '-e', code)).toBe(
      'function,function,function\n',
    );
  });

  it.each(['mts', 'cts'])('has types for a consumer that is a .%s file', (extension) => {
    expect(compiled(`use.${extension}`, [...IMPORTS, USE])).toBe('');
  });

  it('has types for a consumer that resolves packages as node10', () => {
    expect(compiled('use.ts', [...IMPORTS, USE], OLD_MODULES)).toBe('');
  });

  it('has types that each example of an answer fits', () => {
    const examples = described.flatMap(({ operationId, responses }) => {
      const example = responses['200']?.content?.['application/json']?.example;
      const type = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Responses`;
      return example === undefined ? [] : [{ type, example }];
    });
    expect(examples.length).toBeGreaterThan(70);
    const imports = `import type { ${examples.map(({ type }) => type).join(', ')} } from '@towpath/sdk';`;
    const lines = examples.map(
      ({ type, example }) => `void (${JSON.stringify(example)} satisfies ${type}[200]);`,
    );
    expect(compiled('examples.mts', [imports, ...lines])).toBe('');
  });

  it('has the calls that the reference and the guide show', () => {
    const samples = described.map(({ operationId, 'x-codeSamples': [sample] = [] }) => {
      if (!sample) throw new Error(`${operationId} has no sample`);
      return `{\n${sample.source}\n}`;
    });
    expect(samples.length).toBeGreaterThan(100);
    const imports = "import { each, type Towpath } from '@towpath/sdk';";
    writeFileSync(join(folder, 'samples.mts'), [imports, GIVEN, ...samples].join('\n'));
    const guide = [GIVEN_IN_GUIDE, ...snippetsOf('docs/sdk.md', { language: 'ts' })];
    expect(compiled('guide.mts', [...guide, "import './samples.mjs';"])).toBe('');
  });

  it('depends on nothing', () => {
    const manifest = JSON.parse(
      readFileSync(join(folder, 'node_modules/@towpath/sdk/package.json'), 'utf8'),
    ) as object;
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
  });

  it('has webhooks that take less than 20 kB alone', async () => {
    const entry = join(folder, 'node_modules/@towpath/sdk/dist/webhooks/index.js');
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, lib: { entry, formats: ['es'] } },
    });
    const [bundle] = [built].flat();
    if (!bundle || !('output' in bundle)) throw new Error('nothing was built');
    const { code } = bundle.output[0];
    expect(code).toContain('webhook-signature');
    expect(Buffer.byteLength(code)).toBeLessThan(LIMIT_BYTES);
  });
});
