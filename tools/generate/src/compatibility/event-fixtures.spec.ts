import { eventRegistry, fromPlain } from '@towpath/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validate } from 'class-validator';
import type { EventSchemas } from './event-breaks.js';
import { generatedInterface, releasedInterface } from './interface-files.js';

interface Node {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly items?: Node;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
}

const ID = '01JZZZZZZZZZZZZZZZZZZZZZZZ';

/** An event as a release writes it: all members, or only those that it promises. */
function sample(node: Node, members: 'all' | 'promised'): unknown {
  if (node.enum) return node.enum[0];
  const [type] = [node.type ?? 'object'].flat();
  switch (type) {
    case 'object': {
      const names = members === 'all' ? Object.keys(node.properties ?? {}) : (node.required ?? []);
      return Object.fromEntries(
        names.map((name) => [name, sample(node.properties?.[name] ?? {}, members)]),
      );
    }
    case 'array':
      return [sample(node.items ?? {}, members)];
    case 'integer':
    case 'number':
      return node.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return textOf(node);
    default:
      return null;
  }
}

function textOf({ format, minLength = 1 }: Node): string {
  if (format === 'date-time') return '2026-11-22T00:00:00.000Z';
  if (format === 'date') return '2026-11-22';
  if (minLength === ID.length) return ID;
  return minLength === 3 ? 'HKD' : 'A'.repeat(minLength);
}

const [released, current] = [releasedInterface().events, generatedInterface().events];
const both = Object.keys(released).flatMap((name) =>
  (['all', 'promised'] as const).map((members) => ({ name, members })),
);

/** Why a reader that checks by these schemas, and ignores what it does not know, refuses an event. */
function refusal(schemas: EventSchemas, name: string, event: unknown): string {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const text = JSON.stringify(schemas[name], (key, value: unknown) =>
    key === 'additionalProperties' ? true : value,
  );
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(event) ? '' : ajv.errorsText(validate.errors);
}

describe('events between two releases', () => {
  it.each(both)('$name of the release before is read by this one ($members)', async (given) => {
    const event = sample(released[given.name] as Node, given.members);
    expect(refusal(current, given.name, event)).toBe('');
    const [, name = '', version = ''] = /^(.+)\.v(\d+)\./.exec(given.name) ?? [];
    const definition = eventRegistry.byName(name, Number(version));
    // As a consumer reads it.
    const payload = fromPlain(definition.payload, event as object);
    expect(await validate(payload, { whitelist: true, forbidUnknownValues: true })).toEqual([]);
  });

  it.each(both)('$name of this release is read by the one before ($members)', (given) => {
    const event = sample(current[given.name] as Node, given.members);
    expect(refusal(released, given.name, event)).toBe('');
  });

  it('would be refused without a member that is promised', () => {
    const name = 'payment.executed.v1.schema.json';
    const event = sample(released[name] as Node, 'all') as Record<string, unknown>;
    delete event['payment_id'];
    expect(refusal(current, name, event)).toContain('payment_id');
  });
});
