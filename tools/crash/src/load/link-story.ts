import { setTimeout as pause } from 'node:timers/promises';
import type { Jwk } from '@towpath/contracts';
import type {
  LinkStatusResponse,
  LoginIdentityResponse,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import { sealFields } from '@towpath/testing';
import type { Random } from '../run/random.js';
import { Caller, REPEAT_AFTER_MS } from './caller.js';

/** The plan of one login at a bank, derived from the seed alone. */
export interface LinkPlan {
  readonly reference: string;
  readonly products: readonly string[];
  /** Times that its data is asked for again, each by several at once. */
  readonly refreshes: number;
  readonly copies: number;
  /** Whether the user hands over the login again, while it may be refreshed. */
  readonly relinks: boolean;
  /** Whether it is deleted in the end: at rest, or during a refresh. */
  readonly unlinks: 'at rest' | 'at work' | null;
}

const PRODUCTS = ['ACCOUNTS', 'ONLINE_TRANSACTIONS', 'HISTORICAL_TRANSACTIONS'] as const;

export function planLink(random: Random, reference: string): LinkPlan {
  return {
    reference,
    products: random.chance(0.3) ? [...PRODUCTS, 'INCOME_ESTIMATION'] : PRODUCTS,
    refreshes: 1 + random.below(2),
    copies: 1 + random.below(3),
    relinks: random.chance(0.5),
    unlinks: random.chance(0.4) ? random.pick(['at rest', 'at work'] as const) : null,
  };
}

/** A job whose process died is taken over after a minute. */
const POLLS = 300;
const FINAL = /^(ERROR|DATA_RETRIEVAL_COMPLETE|DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL)$/;
const TYPED = { user_id: 'usergood', password: 'datagood' };

interface Linked {
  readonly id: string;
  /** Of the login identity. */
  readonly token: string;
}

/** The life of one login in the app's own user interface: linked, refreshed, unlinked. */
export class LinkStory extends Caller<LinkPlan> {
  private key: Jwk = {};

  async run(): Promise<void> {
    const { plan } = this.parts;
    const keys = await this.get<{ keys: [Jwk] }>('/jwks');
    if (!keys) return;
    [this.key] = keys.keys;
    const id = await this.link();
    if (id === undefined || !(await this.atRest(id))) return;
    const token = await this.tokenOf(id);
    if (token === undefined) return;
    for (let round = 0; round < plan.refreshes; round += 1) {
      await Promise.all(this.again({ id, token }));
      if (plan.unlinks === 'at work') break;
      if (!(await this.atRest(id))) return;
    }
    if (plan.unlinks) await this.unlink({ id, token });
  }

  /** The login identity; one whose answer was lost goes on without a caller. */
  private async link(): Promise<string | undefined> {
    const { merchant, plan } = this.parts;
    const body = {
      institution_id: 'testbank',
      user_id: `user of ${plan.reference}`,
      consent: true,
      products_requested: plan.products,
      store_credentials: true,
      encrypted_credentials: sealFields(TYPED, this.key),
    };
    const recorded = await this.recordUntilKnown<LoginIdentityResponse>(
      { op: 'link-login', reference: plan.reference },
      () => merchant.send({ method: 'POST', path: '/link', body }),
      ({ login_identity: made }) => ({ login_identity_id: made.login_identity_id }),
    );
    if (recorded?.outcome !== 'acknowledged') return undefined;
    return recorded.answer?.body.login_identity.login_identity_id;
  }

  /** Refreshes, and perhaps a relink among them: at most one of them starts. */
  private again({ id, token }: Linked): Promise<unknown>[] {
    const { plan, merchant } = this.parts;
    const path = '/login_identity/refresh';
    const refreshes = Array.from({ length: plan.copies }, () =>
      this.retryUntilAcknowledged(() =>
        merchant.api.send<RefreshTokenResponse>({ method: 'POST', path, body: {}, token }),
      ),
    );
    const encrypted_credentials = sealFields(TYPED, this.key);
    const body = { consent: true, store_credential: true, encrypted_credentials };
    return plan.relinks ? [...refreshes, this.post(`/link/relink/${id}`, body)] : refreshes;
  }

  private async unlink({ id, token }: Linked): Promise<void> {
    const { merchant, plan } = this.parts;
    await this.recordUntilKnown(
      { op: 'unlink', reference: plan.reference, login_identity_id: id },
      () => merchant.api.send({ method: 'DELETE', path: '/login_identity', token }),
      () => ({}),
    );
  }

  /** Whether nothing goes on with it any more. */
  private async atRest(id: string): Promise<boolean> {
    for (let polls = 0; polls < POLLS && !this.parts.signal.aborted; polls += 1) {
      const found = await this.get<LoginIdentityResponse>(`/login_identity/${id}`);
      if (!found) return false;
      if (FINAL.test(found.login_identity.status)) return true;
      await pause(REPEAT_AFTER_MS);
    }
    return false;
  }

  private async tokenOf(id: string): Promise<string | undefined> {
    const found = await this.get<LinkStatusResponse>(`/link/status/${id}`);
    return found?.success?.access_token;
  }
}
