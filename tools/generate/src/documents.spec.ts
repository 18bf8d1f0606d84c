import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { eventRegistry, SERVICE_NAMES } from '@towpath/contracts';
import { OPERATOR_OPERATIONS } from '@towpath/contracts/operator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const FOLDER = 'docs/generated';
const read = (path: string) => readFileSync(`${FOLDER}/${path}`, 'utf8');

describe('the OpenAPI documents', () => {
  it('for callers and for operators have no finding of Spectral', () => {
    const lint = [
      'node_modules/@stoplight/spectral-cli/dist/index.js',
      'lint',
      `${FOLDER}/openapi/openapi.json`,
      `${FOLDER}/openapi/operators/*.json`,
      ...['--ruleset', 'tools/generate/.spectral.yaml', '--fail-severity', 'hint', '--quiet'],
    ];
    const env = { ...process.env, NODE_OPTIONS: '' };
    const output = execFileSync(process.execPath, lint, { encoding: 'utf8', env });
    expect(output).not.toContain('warning');
  }, 120_000);

  it.each(SERVICE_NAMES)('of %s keep callers and operators apart', (service) => {
    const pathsOf = (file: string) =>
      Object.keys((JSON.parse(read(file)) as { paths: object }).paths);
    const ofOperators = Object.values(OPERATOR_OPERATIONS).map(({ path }) => path);
    expect(pathsOf(`openapi/operators/${service}.json`).toSorted()).toEqual(ofOperators.toSorted());
    const others = pathsOf(`openapi/${service}.json`);
    expect(others.filter((path) => path.startsWith('/operator'))).toEqual([]);
  });
});

describe('the AsyncAPI document', () => {
  it('is valid', async () => {
    const { diagnostics } = await new Parser().parse(read('asyncapi.json'));
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
  }, 60_000);
});

describe('the event schemas', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);

  it('are one for each event', () => {
    const names = eventRegistry.all().map(({ name, version }) => `${name}.v${version}.schema.json`);
    expect(readdirSync(`${FOLDER}/events`).toSorted()).toEqual(names.toSorted());
  });

  it.each(eventRegistry.all().map((definition) => [definition.name, definition] as const))(
    '%s accepts its own example and refuses one without the customer app',
    (name, { version, example }) => {
      const schema = JSON.parse(read(`events/${name}.v${version}.schema.json`)) as object;
      const validate = ajv.compile(schema);
      expect(validate(example) || validate.errors).toBe(true);
      expect(validate({ ...example, customer_app_id: undefined })).toBe(false);
    },
  );
});
