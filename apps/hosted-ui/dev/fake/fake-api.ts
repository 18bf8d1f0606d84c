import { Refusal, type Reply } from './reply.js';

const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AA';
const SESSION_SECONDS = 1_800;

/** How a scenario lets a visitor in. */
export interface Entrance {
  readonly entry?: 'invalid' | 'broken' | 'rate_limited' | 'never_answers' | 'offline';
  /** Half an hour when absent; an extended one always lasts that long. */
  readonly sessionSeconds?: number;
  readonly extension?: 'refused' | 'lost';
}

/** A link that is made for a scenario. */
export interface Made<Scenario, View> {
  readonly token: string;
  readonly scenario: Scenario;
  /** What the scenario says counts more. */
  readonly changes: Partial<View>;
  /** Of the page. */
  readonly origin: string;
}

export interface Exchange {
  readonly bearer: string;
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
}

/** By method and path. */
export type Operations<Link> = Readonly<
  Record<string, (link: Link, exchange: Exchange) => Reply | Promise<Reply>>
>;

interface FakeApiParts<Link, Scenario, View> {
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
  readonly make: (made: Made<Scenario, View>) => Link;
  readonly operations: Operations<Link>;
}

/** The operations of one page, on links that each have a scenario; a link's token names it. */
export class FakeApi<Link, Scenario extends Entrance, View> {
  private readonly links = new Map<string, { readonly link: Link; readonly scenario: Scenario }>();
  private readonly opened = new Set<string>();

  constructor(private readonly parts: FakeApiParts<Link, Scenario, View>) {}

  get page(): string {
    return this.parts.page;
  }

  link(token: string): Link | undefined {
    return this.links.get(token)?.link;
  }

  /** Makes a link for a scenario and returns its token. */
  make({ scenario: name, ...made }: Omit<Made<string, View>, 'token'>): string {
    const { scenarios, prefix } = this.parts;
    const scenario = scenarios[name] ?? scenarios.invalid;
    const token = `${APP}.${prefix}${String(this.links.size + 1).padStart(6, '0')}.${name}`;
    this.links.set(token, { link: this.parts.make({ ...made, token, scenario }), scenario });
    return token;
  }

  has(operation: string): boolean {
    const { home, operations } = this.parts;
    return Object.hasOwn(operations, operation) || operation.startsWith(`POST ${home}/session`);
  }

  reply(operation: string, exchange: Exchange): Reply | Promise<Reply> {
    const { home, operations } = this.parts;
    const { bearer } = exchange;
    if (operation === `POST ${home}/session`) {
      return this.openSession(String(exchange.body['token'] ?? bearer));
    }
    const known = this.links.get(bearer);
    if (!known) return new Refusal(401, 'UNAUTHORIZED');
    return operations[operation]?.(known.link, exchange) ?? this.extend(bearer, known.scenario);
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
