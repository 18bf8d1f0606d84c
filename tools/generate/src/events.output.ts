import {
  AGGREGATE_OWNERS,
  eventRegistry,
  isSigned,
  jsonSchemaOf,
  topicOf,
  TOPIC_PARTITIONS,
  TOPIC_RETENTION_DAYS,
  VERSION,
  type Aggregate,
  type AnyEventDefinition,
} from '@towpath/contracts';
import { jsonOutput, type Output } from './outputs.js';

const DAY_MS = 86_400_000;
const HEADERS = {
  type: 'object',
  required: ['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time'],
  properties: {
    ce_specversion: { type: 'string', const: '1.0' },
    ce_id: { type: 'string', description: 'Event ID, a ULID; the same however often it is sent.' },
    ce_source: { type: 'string', description: 'The publishing service.' },
    ce_type: { type: 'string', description: 'Name of the event.' },
    ce_subject: { type: 'string', description: 'ID of the aggregate: the message key.' },
    ce_time: { type: 'string', format: 'date-time' },
    ce_dataschema: { type: 'string' },
    customerappid: { type: 'string' },
    sequence: { type: 'string', description: 'Counts the events of the aggregate without gaps.' },
    traceparent: { type: 'string' },
  },
};

const SIGNED_HEADERS = {
  ...HEADERS,
  properties: {
    ...HEADERS.properties,
    signature: {
      type: 'string',
      description: 'JWS of the publisher with detached content; without it nothing is believed.',
    },
  },
};

/** One JSON Schema per event, and the AsyncAPI document of all topics. */
export function eventOutputs(): Output[] {
  const definitions = eventRegistry.all();
  return [
    ...definitions.map((definition) => jsonOutput(schemaPath(definition), schemaOf(definition))),
    jsonOutput('asyncapi.json', asyncApi(definitions)),
  ];
}

function schemaPath({ name, version }: AnyEventDefinition): string {
  return `events/${name}.v${version}.schema.json`;
}

function schemaOf(definition: AnyEventDefinition): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${definition.name} v${definition.version}`,
    description: definition.description,
    ...jsonSchemaOf(definition.payload),
    examples: [definition.example],
  };
}

function asyncApi(definitions: readonly AnyEventDefinition[]): object {
  const aggregates = [...new Set(definitions.map(({ aggregate }) => aggregate))].toSorted();
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Towpath events',
      version: VERSION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      description: 'Facts that the services publish, CloudEvents 1.0 in Kafka binary mode.',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      aggregates.map((aggregate) => [aggregate, channelOf(aggregate, definitions)]),
    ),
    operations: Object.fromEntries(
      aggregates.map((aggregate) => [
        `publish-${aggregate}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${aggregate}` },
          summary: `Published by ${AGGREGATE_OWNERS[aggregate]}.`,
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(definitions.map((one) => [messageKey(one), messageOf(one)])),
    },
  };
}

function channelOf(aggregate: Aggregate, definitions: readonly AnyEventDefinition[]): object {
  const own = definitions.filter((definition) => definition.aggregate === aggregate);
  return {
    address: topicOf(aggregate),
    description: `All changes of one ${aggregate} in order.`,
    bindings: {
      kafka: {
        partitions: TOPIC_PARTITIONS,
        topicConfiguration: {
          'cleanup.policy': ['delete'],
          'retention.ms': TOPIC_RETENTION_DAYS * DAY_MS,
        },
      },
    },
    messages: Object.fromEntries(
      own.map((one) => [messageKey(one), { $ref: `#/components/messages/${messageKey(one)}` }]),
    ),
  };
}

function messageOf(definition: AnyEventDefinition): object {
  return {
    name: definition.name,
    summary: definition.description,
    headers: isSigned(definition) ? SIGNED_HEADERS : HEADERS,
    payload: jsonSchemaOf(definition.payload),
    bindings: {
      kafka: { key: { type: 'string', description: `ID of the ${definition.aggregate}.` } },
    },
    examples: [{ payload: definition.example }],
  };
}

function messageKey({ name, version }: AnyEventDefinition): string {
  return `${name.replaceAll('.', '_')}_v${version}`;
}
