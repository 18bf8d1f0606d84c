import { rmSync, writeFileSync } from 'node:fs';
import { printsUsage } from '@towpath/config';
import { startPostgres, temporaryFolder } from '@towpath/local-system';
import { appOutputs, envExample } from './app.outputs.js';
import { describeApps } from './app-descriptions.js';
import { coverageOutput } from './coverage.output.js';
import { errorsOutput } from './errors.output.js';
import { eventOutputs } from './events.output.js';
import { writeKubernetes } from './kubernetes/kubernetes.output.js';
import { manifestOf, manifestOutputs } from './manifests.js';
import { openApiOutputs } from './openapi.output.js';
import { writeOutputs } from './outputs.js';
import { retentionOutput } from './retention.output.js';
import { schemaOutputs } from './schemas.output.js';
import { writeSdk } from './sdk.output.js';
import { webhookOutput } from './webhooks.output.js';

const FOLDER = 'docs/generated';
const SCHEMAS = 'db';

// Rewrites docs/generated, .env.example, the base of k8s and the generated part of the SDK from the
// code; with `db`, the schemas of the databases, which need a server. Run from the root, after a build.
const purpose = `Writes docs/generated, .env.example, k8s/base and libs/sdk/src/generated; with ${SCHEMAS}, the schemas of the databases.`;
if (printsUsage({ program: 'npm run generate --', options: `[${SCHEMAS}]`, purpose }))
  process.exitCode = 0;
else if (process.argv[2] === SCHEMAS) await writeSchemas();
else await writeDocuments();

async function writeDocuments(): Promise<void> {
  const apps = await describeApps();
  const manifests = apps.map(manifestOf);
  const outputs = [
    errorsOutput(),
    coverageOutput(),
    webhookOutput(),
    ...eventOutputs(),
    ...apps.flatMap(appOutputs),
    retentionOutput(apps),
    ...manifestOutputs(manifests),
    ...(apps.length > 0 ? openApiOutputs(apps) : []),
  ];
  writeOutputs(FOLDER, outputs, { keep: SCHEMAS });
  writeSdk();
  writeFileSync('.env.example', envExample(apps));
  writeKubernetes(manifests);
}

async function writeSchemas(): Promise<void> {
  const folder = temporaryFolder();
  const server = await startPostgres({ dataDir: `${folder}/postgres`, durable: false });
  try {
    process.env['TEST_POSTGRES_ADMIN_URL'] = server.url;
    writeOutputs(`${FOLDER}/${SCHEMAS}`, await schemaOutputs());
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
