import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import Stripe from 'stripe';
import { SECRET, type TestSandbox } from './sandbox.fixture.js';

type Schema = Record<string, unknown>;
interface Document {
  readonly paths: Readonly<Record<string, Record<string, Schema>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Objects that the double answers with; an answer that contains another one is wrong. */
const OURS = new Set(
  (
    'payment_intent setup_intent payment_method confirmation_token customer deleted_customer charge ' +
    'refund balance_transaction dispute file webhook_endpoint deleted_webhook_endpoint event payout'
  ).split(' '),
);

/** Checks answers against the published schema, where `STRIPE_OPENAPI` names its folder. */
export class PublishedSchema {
  readonly findings: string[] = [];
  readonly checked = new Set<string>();
  private readonly ajv = new Ajv({
    strict: false,
    validateFormats: false,
    inlineRefs: false,
    allErrors: true,
  });
  private readonly compiled = new Map<string, ValidateFunction>();

  private constructor(private readonly document: Document) {
    const schemas = Object.entries(document.components.schemas);
    const definitions = schemas.map(([name, schema]) => [
      name,
      schema['x-resourceId'] !== undefined && !OURS.has(name) ? false : this.closed(schema),
    ]);
    const components = { schemas: Object.fromEntries(definitions) as Schema };
    this.ajv.addSchema({ $id: 'stripe', components });
  }

  static find(): PublishedSchema | undefined {
    const path = join(process.env['STRIPE_OPENAPI'] ?? '', 'spec3.json');
    if (!process.env['STRIPE_OPENAPI'] || !existsSync(path)) return undefined;
    return new PublishedSchema(JSON.parse(readFileSync(path, 'utf8')) as Document);
  }

  check(route: string, status: number, body: unknown): void {
    const name = status === 200 ? route : 'error';
    const pattern = this.patternOf(route);
    const schema = status === 200 ? this.schemaOf(pattern) : { $ref: '#/components/schemas/error' };
    this.checked.add(pattern);
    this.validate(name, schema, body);
  }

  checkEvent(event: { readonly type: string; readonly data: { readonly object: object } }): void {
    this.validate(event.type, { $ref: '#/components/schemas/event' }, event);
    const { object } = event.data as { object: { object: string } };
    this.validate(event.type, { $ref: `#/components/schemas/${object.object}` }, object);
  }

  private validate(name: string, schema: unknown, body: unknown): void {
    const text = JSON.stringify(this.closed(schema)).replaceAll('"#/', '"stripe#/');
    const validate = this.compiled.get(text) ?? this.ajv.compile(JSON.parse(text) as Schema);
    this.compiled.set(text, validate);
    if (validate(body)) return;
    for (const { instancePath, message, params } of validate.errors ?? [])
      this.findings.push(`${name} ${instancePath} ${message} ${JSON.stringify(params)}`);
  }

  /** `GET /v1/refunds/{refund}` for a request of one refund; a literal path wins. */
  private patternOf(route: string): string {
    const [method = '', path = ''] = route.split(' ');
    const fits = Object.keys(this.document.paths).filter((pattern) =>
      new RegExp(`^${pattern.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
    );
    const [found] = fits.toSorted((a, b) => a.split('{').length - b.split('{').length);
    return `${method} ${found ?? path}`;
  }

  private schemaOf(pattern: string): unknown {
    const [method = '', path = ''] = pattern.split(' ');
    const operation = this.document.paths[path]?.[method.toLowerCase()];
    const { responses } = (operation ?? {}) as {
      responses?: Record<string, { content: Record<string, { schema: Schema }> }>;
    };
    const schema = responses?.['200']?.content['application/json']?.schema;
    // The path that pages use is not published.
    return schema ?? { $ref: '#/components/schemas/confirmation_token' };
  }

  /** In JSON Schema's words, and without members that the schema does not name. */
  private closed(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.closed(each));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { nullable, properties, ...rest } = schema as Schema;
    const inner = Object.entries(rest)
      .filter(([name]) => !name.startsWith('x-') && name !== 'description')
      .map(([name, value]) => [name, name === 'enum' ? value : this.closed(value)]);
    const members = Object.entries((properties ?? {}) as Schema).map(([name, value]) => [
      name,
      this.closed(value),
    ]);
    const isClosed = members.length > 0 && rest['additionalProperties'] === undefined;
    const plain: Schema = {
      ...(Object.fromEntries(inner) as Schema),
      ...(members.length > 0 ? { properties: Object.fromEntries(members) as Schema } : {}),
      ...(isClosed ? { additionalProperties: false } : {}),
    };
    return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
  }
}

export interface Shop {
  readonly stripe: Stripe;
  /** `acct_…`, which the key names. */
  readonly account: string;
  /** What happens without a request of the merchant. */
  control(what: string, body: object): Promise<Record<string, unknown>>;
  /** Moves the clock of the books. */
  advance(seconds: number): Promise<void>;
}

/** A merchant who uses the official library, as any of Stripe's customers would. */
export function shopOf(
  sandbox: TestSandbox,
  { name, schema, kind = 'sk_test' }: { name: string; schema?: PublishedSchema; kind?: string },
): Shop {
  const account = `acct_${name}`;
  const { hostname: host, port } = new URL(sandbox.url);
  const recorded: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(String(input));
    if (schema)
      schema.check(
        `${init?.method ?? 'GET'} ${pathname}`,
        response.status,
        await response.clone().json(),
      );
    return response;
  };
  const stripe = new Stripe(`${kind}_${name}`, {
    ...{ host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, timeout: 20_000 },
    httpClient: Stripe.createFetchHttpClient(recorded),
  });
  const books = kind.endsWith('live') ? `${account}-live` : account;
  const post = async (url: string, body: object) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 300) throw new Error(text);
    return (text ? JSON.parse(text) : {}) as Record<string, unknown>;
  };
  let offset = 0;
  return {
    stripe,
    account,
    control: (what, body) =>
      post(`${sandbox.url}/stripe/control/${what}`, {
        ...{ account, livemode: kind.endsWith('live') },
        ...body,
      }),
    advance: async (seconds) => {
      offset += seconds * 1_000;
      const clock = { customer_app_id: books, offset_ms: offset };
      await post(`${sandbox.internalUrl}/internal/clock/run`, clock);
    },
  };
}

/** Presses a button on the page of the bank; the address to which the payer returns. */
export async function decideChallenge(page: string, decision: 'approve' | 'refuse'): Promise<URL> {
  const answer = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision }),
  });
  return new URL(answer.headers.get('location') ?? '');
}
