import { setTimeout as pause } from 'node:timers/promises';
import type { Jwk } from '@towpath/contracts';
import type {
  LinkStatusResponse,
  LoginIdentityResponse,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import { sealFields, type ApiRequest, type Merchant } from '@towpath/testing';
import { retryUntilAcknowledged } from './retries.js';
import type { Journal } from './journal.js';
import type { LinkPlan } from './link-plan.js';

export interface LinkStoryParts {
  readonly merchant: Merchant;
  readonly journal: Journal;
  readonly plan: LinkPlan;
  /** Ends all waiting and repeating. */
  readonly signal: AbortSignal;
}

const POLL_MS = 250;
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
export class LinkStory {
  private key: Jwk = {};

  constructor(private readonly parts: LinkStoryParts) {}

  async run(): Promise<void> {
    const { plan } = this.parts;
    const keys = await this.ask<{ keys: [Jwk] }>({ method: 'GET', path: '/jwks' });
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
    const { merchant, journal, plan, signal } = this.parts;
    const body = {
      institution_id: 'testbank',
      user_id: `user of ${plan.reference}`,
      consent: true,
      products_requested: plan.products,
      store_credentials: true,
      encrypted_credentials: sealFields(TYPED, this.key),
    };
    const { customerAppId: customer_app_id } = merchant;
    while (!signal.aborted) {
      const { outcome, answer } = await journal.record<LoginIdentityResponse>(
        { op: 'link-login', customer_app_id, reference: plan.reference },
        () => merchant.send({ method: 'POST', path: '/link', body }),
        ({ login_identity: made }) => ({ login_identity_id: made.login_identity_id }),
      );
      if (outcome === 'acknowledged') return answer?.body.login_identity.login_identity_id;
      if (outcome === 'refused') return undefined;
      await pause(POLL_MS);
    }
    return undefined;
  }

  /** Refreshes, and perhaps a relink among them: at most one of them starts. */
  private again({ id, token }: Linked): Promise<unknown>[] {
    const { plan } = this.parts;
    const refreshes = Array.from({ length: plan.copies }, () =>
      this.ask<RefreshTokenResponse>({
        method: 'POST',
        path: '/login_identity/refresh',
        body: {},
        token,
      }),
    );
    const encrypted_credentials = sealFields(TYPED, this.key);
    const body = { consent: true, store_credential: true, encrypted_credentials };
    const relink = { method: 'POST', path: `/link/relink/${id}`, body };
    return plan.relinks ? [...refreshes, this.ask(relink)] : refreshes;
  }

  private async unlink({ id, token }: Linked): Promise<void> {
    const { merchant, journal, plan, signal } = this.parts;
    const { customerAppId: customer_app_id } = merchant;
    while (!signal.aborted) {
      const { outcome } = await journal.record(
        { op: 'unlink', customer_app_id, reference: plan.reference, login_identity_id: id },
        () => merchant.api.send({ method: 'DELETE', path: '/login_identity', token }),
        () => ({}),
      );
      if (outcome !== 'unknown') return;
      await pause(POLL_MS);
    }
  }

  /** Whether nothing goes on with it any more. */
  private async atRest(id: string): Promise<boolean> {
    const request = { method: 'GET', path: `/login_identity/${id}` };
    for (let polls = 0; polls < POLLS && !this.parts.signal.aborted; polls += 1) {
      const found = await this.ask<LoginIdentityResponse>(request);
      if (!found) return false;
      if (FINAL.test(found.login_identity.status)) return true;
      await pause(POLL_MS);
    }
    return false;
  }

  private async tokenOf(id: string): Promise<string | undefined> {
    const request = { method: 'GET', path: `/link/status/${id}` };
    return (await this.ask<LinkStatusResponse>(request))?.success?.access_token;
  }

  /** Repeated until it is answered; undefined when it was refused. */
  private ask<T>({ token, ...request }: ApiRequest): Promise<T | undefined> {
    const { merchant } = this.parts;
    return retryUntilAcknowledged(this.parts, () =>
      token === undefined ? merchant.send<T>(request) : merchant.api.send<T>({ ...request, token }),
    );
  }
}
