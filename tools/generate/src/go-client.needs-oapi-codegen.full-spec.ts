/** @takes 60 s */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { INTERNAL_AREAS } from '@towpath/contracts';

const DOCUMENT = resolve('docs/generated/openapi/openapi.json');
const RUNTIME = 'github.com/oapi-codegen/runtime@v1.9.0';
const LIMIT_MS = 600_000;
const SETTINGS = {
  package: 'client',
  output: 'client.gen.go',
  generate: { client: true, models: true },
  'output-options': { 'response-type-suffix': 'Answer', 'exclude-tags': [...INTERNAL_AREAS] },
};

// Go fetches what the client imports, unless its cache has it.
it(
  'oapi-codegen makes a Go client that compiles, without what is internal',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'towpath-go-'));
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    try {
      writeFileSync(join(folder, 'settings.yaml'), stringify(SETTINGS));
      run('oapi-codegen', '-config', 'settings.yaml', DOCUMENT);
      const client = readFileSync(join(folder, SETTINGS.output), 'utf8');
      expect(client).toContain('CreatePaymentLinkWithResponse');
      expect(client).not.toContain('OpenHostedPaymentSession');
      run('go', 'mod', 'init', 'example.com/client');
      run('go', 'get', RUNTIME);
      run('go', 'build', '-mod=mod', './...');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);
