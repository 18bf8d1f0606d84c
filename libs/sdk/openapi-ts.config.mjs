// How @hey-api/openapi-ts makes src/generated from the OpenAPI document; npm run generate runs it.
import { readFileSync } from 'node:fs';

const FILE = 'docs/generated/openapi/openapi.json';
const KEY = 'Idempotency-Key';

/** Without the operations of our own pages, of gateways and of banks; the SDK adds the keys itself. */
function forCallers(document) {
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-internal']) delete methods[method];
      for (const parameter of operation.parameters ?? []) {
        if (parameter.name === KEY) parameter.required = false;
      }
    }
  }
  delete document.webhooks;
  return document;
}

export default {
  input: forCallers(JSON.parse(readFileSync(FILE, 'utf8'))),
  output: { path: 'libs/sdk/src/generated', entryFile: false, importFileExtension: '.js' },
  plugins: [
    '@hey-api/typescript',
    {
      name: '@hey-api/sdk',
      operations: { strategy: 'single', containerName: 'Operations', methods: 'instance' },
      responseStyle: 'data',
    },
    { name: '@hey-api/client-fetch', throwOnError: true },
  ],
  logs: { level: 'warn' },
};
