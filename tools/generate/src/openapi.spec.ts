import { readFileSync } from 'node:fs';
import { INTERNAL_AREAS, operations, webhookEventTypes } from '@towpath/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
type Content = Readonly<Record<string, Media>>;
interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly 'x-internal'?: true;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly 'x-internal'?: true }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>;
}

const ID = 'https://towpath.invalid/openapi.json';
const document = JSON.parse(
  readFileSync('docs/generated/openapi/openapi.json', 'utf8'),
) as Document;
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const byId = (id: string) => described.find(({ operationId }) => operationId === id);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: ID, ...document });
const isEvent = ajv.compile({ $ref: `${ID}#/components/schemas/WebhookEvent` });

/** A step of a JSON pointer in a URI. */
const escaped = (step: string) =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

describe('the webhooks of the OpenAPI document', () => {
  const sent = Object.values(document.webhooks).map(({ post }) => post.requestBody?.content);
  const examples = sent.flatMap((content) =>
    Object.entries(content?.['application/json']?.examples ?? {}),
  );

  it('show each event type once, with an example that is one of its own schema alone', () => {
    expect(examples.map(([name]) => name)).toEqual(webhookEventTypes.map(({ name }) => name));
    for (const [name, { value }] of examples) {
      expect(isEvent(value) || [name, isEvent.errors]).toBe(true);
    }
  });

  it('are distinguished by event_type: a body with the type of another family is none', () => {
    const paid = examples.find(([name]) => name === 'PAYMENT_EXECUTED')?.[1].value as object;
    expect(isEvent({ ...paid, event_type: 'PAYMENT_FAILED' })).toBe(true);
    expect(isEvent({ ...paid, event_type: 'PAYOUT_EXECUTED' })).toBe(false);
  });
});

describe('the operations of the OpenAPI document', () => {
  it('are marked as internal if hosted pages, gateways and banks call them, and no other', () => {
    const marked = described.filter((operation) => operation['x-internal']);
    const internal = operations.filter(({ area, built }) => built && INTERNAL_AREAS.has(area));
    expect(marked.map(({ operationId }) => operationId).toSorted()).toEqual(
      internal.map(({ id }) => id).toSorted(),
    );
    const tags = document.tags.filter((tag) => tag['x-internal']).map(({ name }) => name);
    expect(new Set(tags)).toEqual(INTERNAL_AREAS);
  });

  it('have an example of each body that is sent, and of each JSON answer, that is valid', () => {
    const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, responses }]) =>
        Object.entries({ requestBody, 'responses/200': responses['200'] }).flatMap(([part, body]) =>
          Object.entries(body?.content ?? {}).map(([type, { example }]) => {
            const steps = ['paths', path, method, ...part.split('/'), 'content', type, 'schema'];
            return { pointer: steps.map(escaped).join('/'), example };
          }),
        ),
      ),
    );
    expect(bodies.length).toBeGreaterThan(150);
    const faults = bodies.flatMap(({ pointer, example }) => {
      const isValid = ajv.compile({ $ref: `${ID}#/${pointer}` });
      return isValid(example) ? [] : [[pointer, ajv.errorsText(isValid.errors)]];
    });
    expect(faults).toEqual([]);
  });

  it('take a form for the exchange of a code, and a file as multipart', () => {
    const typesOf = (id: string) => Object.keys(byId(id)?.requestBody?.content ?? {});
    expect(typesOf('token')).toEqual(['application/x-www-form-urlencoded']);
    expect(typesOf('addDisputeEvidence')).toEqual(['multipart/form-data']);
  });
});
