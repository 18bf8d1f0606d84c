import type { FakeRecord, Made, ScenarioOf } from './fake-record.js';
import { Refusal, type Reply } from './reply.js';

const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AA';
const SESSION_SECONDS = 1_800;

export interface Exchange {
  readonly bearer: string;
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
}

/** By method and path. */
export type Operations<Link> = Readonly<
  Record<string, (link: Link, exchange: Exchange) => Reply | Promise<Reply>>
>;

interface FakeApiParts<Link, View, Scenario> {
  /** The path of the page. */
  readonly page: string;
  /** Where the operations of its session are. */
  readonly home: string;
  /** What the IDs of its links begin with. */
  readonly prefix: string;
  readonly scenarios: Readonly<Record<string, Scenario>> & { readonly invalid: Scenario };
  /** For a token that opens nothing. */
  readonly refusal: Refusal;
  /** A token opens one session only. */
  readonly once: boolean;
  readonly make: (made: Made<View, Scenario>) => Link;
  readonly operations: Operations<Link>;
}

/** The operations of one page, on links that each have a scenario; a link's token names it. */
export class FakeApi<
  View,
  Scenario extends ScenarioOf<View>,
  Link extends FakeRecord<View, Scenario>,
> {
  private readonly links = new Map<string, Link>();
  private readonly opened = new Set<string>();

  constructor(private readonly parts: FakeApiParts<Link, View, Scenario>) {}

  get page(): string {
    return this.parts.page;
  }

  link(token: string): Link | undefined {
    return this.links.get(token);
  }

  /** Makes a link for a scenario and returns its token. */
  make({ scenario: name, ...made }: Omit<Made<View, string>, 'token'>): string {
    const { scenarios, prefix } = this.parts;
    const scenario = scenarios[name] ?? scenarios.invalid;
    const token = `${APP}.${prefix}${String(this.links.size + 1).padStart(6, '0')}.${name}`;
    this.links.set(token, this.parts.make({ ...made, token, scenario }));
    return token;
  }

  has(operation: string): boolean {
    const { home, operations } = this.parts;
    const ofSession = [`GET ${home}/view`, `POST ${home}/session`, `POST ${home}/session/extend`];
    return Object.hasOwn(operations, operation) || ofSession.includes(operation);
  }

  reply(operation: string, exchange: Exchange): Reply | Promise<Reply> {
    const { home, operations } = this.parts;
    const { bearer } = exchange;
    if (operation === `POST ${home}/session`) {
      return this.openSession(String(exchange.body['token'] ?? bearer));
    }
    const link = this.links.get(bearer);
    if (!link) return new Refusal(401, 'UNAUTHORIZED');
    if (operation === `GET ${home}/view`) return link.poll();
    return operations[operation]?.(link, exchange) ?? this.extend(bearer, link.scenario);
  }

  private openSession(token: string): Reply {
    const { scenario } = this.links.get(token) ?? {};
    const { refusal, once } = this.parts;
    const isSpent = this.opened.has(token);
    this.opened.add(token);
    switch (scenario?.entry) {
      case 'never_answers':
        return 'never';
      case 'rate_limited':
        return new Refusal(429, 'RATE_LIMITED');
      case 'broken':
        return new Refusal(503, 'SERVICE_UNAVAILABLE');
      case 'offline':
        return isSpent ? this.grant(token) : 'lost';
      case 'invalid':
        return refusal;
      case undefined:
        if (!scenario || (once && isSpent)) return refusal;
        return this.grant(token, scenario.sessionSeconds);
    }
  }

  private extend(token: string, { extension }: Scenario): Reply {
    if (extension === 'lost') return 'lost';
    return extension === 'refused' ? new Refusal(401, 'TOKEN_EXPIRED') : this.grant(token);
  }

  private grant(token: string, expires_in = SESSION_SECONDS): Reply {
    return { access_token: token, token_type: 'Bearer', expires_in, link: nameOf(token) };
  }
}

/** The name of a link, which gives no access. */
export const nameOf = (token: string) => token.split('.').slice(0, 2).join('.');
