/** @takes 20 s */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const LIMIT_BYTES = 20_000;
const USE = `
const options = { baseUrl: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'b' };
const towpath = new Towpath(options);
const each = (event: WebhookEvent): string =>
  event.event_type === 'PAYOUT_FAILED' ? event.payout_id : event.event_id;
void [towpath.listPayments, new WebhookVerifier({ secret: 'whsec_AAAA' }), sealCredentials, each];
`;

let folder: string;
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8' });
const tsc = resolve('node_modules/typescript/bin/tsc');

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
    const imports = [
      "import { Towpath, type WebhookEvent } from '@towpath/sdk';",
      "import { WebhookVerifier } from '@towpath/sdk/webhooks';",
      "import { sealCredentials } from '@towpath/sdk/seal';",
    ];
    writeFileSync(join(folder, `use.${extension}`), [...imports, USE].join('\n'));
    const options = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022'];
    const lib = ['--lib', 'es2024,dom,dom.iterable'];
    expect(run(process.execPath, tsc, ...options, ...lib, `use.${extension}`)).toBe('');
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
