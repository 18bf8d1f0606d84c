import { writeFileSync } from 'node:fs';
import { appOutputs, envExample } from './app.outputs.js';
import { describeApps } from './app-descriptions.js';
import { coverageOutput } from './coverage.output.js';
import { errorsOutput } from './errors.output.js';
import { eventOutputs } from './events.output.js';
import { openApiOutputs } from './openapi.output.js';
import { writeOutputs } from './outputs.js';
import { webhookOutput } from './webhooks.output.js';

// Rewrites docs/generated and .env.example from the code. Run from the root, after a build.
const apps = await describeApps();
writeOutputs('docs/generated', [
  errorsOutput(),
  coverageOutput(),
  webhookOutput(),
  ...eventOutputs(),
  ...apps.flatMap(appOutputs),
  ...(apps.length > 0 ? openApiOutputs(apps) : []),
]);
writeFileSync('.env.example', envExample(apps));
