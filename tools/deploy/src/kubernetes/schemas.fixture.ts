import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { titleOf, type Resource } from './resources.fixture.js';

interface SchemaFile {
  readonly kinds: Readonly<Record<string, object>>;
  readonly $defs: Readonly<Record<string, object>>;
}

const FILES = ['kubernetes-1.34', 'custom-resources'];
const validators = new Map<string, ValidateFunction>();

/** What is wrong by the strict schema of the kind; a kind without a schema is a fault, too. */
export function schemaFaults(resources: readonly Resource[]): string[] {
  loadSchemas();
  return resources.flatMap((resource) => {
    const validate = validators.get(resource.kind);
    if (!validate) return [`${titleOf(resource)}: no schema`];
    if (validate(resource)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${titleOf(resource)}: ${instancePath} ${message}`,
    );
  });
}

function loadSchemas(): void {
  if (validators.size > 0) return;
  for (const name of FILES) {
    const text = readFileSync(`tools/deploy/schemas/${name}.json`, 'utf8');
    const { kinds, $defs } = JSON.parse(text) as SchemaFile;
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    for (const [kind, schema] of Object.entries(kinds)) {
      validators.set(kind, ajv.compile({ ...schema, $defs }));
    }
  }
}
