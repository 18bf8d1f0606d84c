import { newId, type Id } from '@towpath/kernel';
import type { ApiAnswer, ApiRequest } from '@towpath/testing';
import type { RunningSystem } from '../system/running-system.js';
import type { Subject } from './specimens.js';
import type { World } from './world.js';

type Changes = Partial<Omit<ApiRequest, 'method' | 'path'>> & {
  /** In place of the world's own. */
  readonly id?: string;
  readonly query?: string;
  /** Null: sent without any token. */
  readonly bearer?: string | null;
};

/** Sends an operation as it should be, but for what is wrong with it. */
export class Sender {
  constructor(
    private readonly system: RunningSystem,
    private readonly world: World,
  ) {}

  async send(subject: Subject, changes: Changes = {}): Promise<ApiAnswer> {
    const { usualQuery = '', raw } = subject.specimen;
    const { id, query = usualQuery, bearer, headers, ...rest } = changes;
    const { method, idempotency } = subject.operation;
    // A key of its own for each request: no answer is that of another.
    const keyed: Record<string, string> =
      idempotency === 'required' ? { 'idempotency-key': newId(new Date()) } : {};
    const path = `${pathOf(subject, id ? () => id : this.idOf)}${query}`;
    const token = bearer === undefined ? await this.tokenFor(subject) : (bearer ?? undefined);
    // Some of what is refused here is refused before the contract of the operation begins.
    return this.system.bareApi().send({
      method,
      path,
      token,
      headers: { ...keyed, ...(raw ? { 'content-type': raw.type } : {}), ...headers },
      ...(raw ? { rawBody: raw.body } : {}),
      ...rest,
    });
  }

  /** The body that the operation takes, if it takes one: one that has `field`. */
  validBody({ specimen: { body } }: Subject, field = ''): object | undefined {
    const [member = ''] = field.split('.');
    return (body?.variants?.[member] ?? body?.valid)?.(this.world);
  }

  private async tokenFor({ operation }: Subject): Promise<string | undefined> {
    if (operation.kinds === 'public') return undefined;
    if (operation.kinds.includes('payment_link')) return this.world.payerToken;
    if (operation.kinds.includes('mandate_link')) return this.world.mandatePayer.token;
    if (operation.id === 'openHostedLinkSession') return this.world.linkPage.linkToken;
    if (operation.kinds.includes('hosted_link')) return this.world.linkPage.token;
    if (operation.kinds.includes('login_identity')) return this.world.loginIdentityToken;
    return this.world.merchant.accessToken();
  }

  private readonly idOf = (name: string): string =>
    (this.world.ids as Readonly<Record<string, string>>)[name] ?? newId<Id<'Unknown'>>(new Date());
}

function pathOf({ operation }: Subject, idOf: (name: string) => string): string {
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => idOf(name));
}
