import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { HostedSessionResponse } from '@towpath/contracts';
import {
  assertMayGoOn,
  InternalClient,
  LOGGER,
  pageSessionBeganAt,
  type Caller,
} from '@towpath/http';
import { Clock, DomainError } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { mintSessionToken } from '@towpath/service';
import { AttemptConversation } from '../card-attempts/attempt.conversation.js';
import { LinkAddresses, type Challenge, type LinkOfApp } from '../link-pages/link-addresses.js';
import { linkNotFound } from '../payment-links/payment-link.js';
import { PaymentLinksReads } from '../payment-links/payment-links.reads.js';
import { payerOf } from './payer.js';

/** Longest time in ms that the payer's browser waits for the gateway; then the page waits for it. */
const RETURN_WAIT_MS = 3_000;

/** How the browser of a payer came back from the page of a bank. */
interface Return {
  readonly cookies: string | undefined;
  /** May hold secrets of the gateway: neither logged nor stored. */
  readonly query: URLSearchParams;
}

/** The session of a link's page, and the payer's visits to the page of a card's bank. */
@Injectable()
export class HostedSessionsService {
  constructor(
    private readonly links: PaymentLinksReads,
    private readonly addresses: LinkAddresses,
    private readonly client: InternalClient,
    private readonly clock: Clock,
    private readonly conversation: AttemptConversation,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Exchanges the token of a link's URL for the session of its page. A paid, cancelled or expired
   * link has a page too.
   */
  async open(token: string): Promise<HostedSessionResponse> {
    const named = this.addresses.linkIn(token);
    if (!named) throw linkNotFound();
    const { link } = await this.links.ofPayer(named);
    return this.mint(named, { unique_reference_id: link.terms.uniqueReferenceId });
  }

  /** Extends a payer's session by half an hour, for the link of the session only. */
  async extend(caller: Caller): Promise<HostedSessionResponse> {
    const session_began_at = pageSessionBeganAt(caller);
    assertMayGoOn(session_began_at, this.clock.system());
    const { unique_reference_id = '' } = caller.claims;
    return this.mint(payerOf(caller), { unique_reference_id, session_began_at });
  }

  /**
   * Sends the payer's browser to the page of the card's bank, with a cookie: the return is valid only
   * in the browser with this cookie. Only our page may open the address; otherwise another person
   * could return to the link of a stranger.
   *
   * @param comesFrom `Sec-Fetch-Site` of the browser; undefined if it does not send the header
   */
  async startChallenge(state: string, { comesFrom }: { readonly comesFrom: string | undefined }) {
    const challenge = this.addresses.challengeIn(state, 'challenge');
    if (!challenge) throw unknownState();
    if (comesFrom !== undefined && comesFrom !== 'same-origin') {
      throw new DomainError('INVALID_REQUEST', 'Go to the bank from the page of the payment link.');
    }
    const { latestAttempt } = await this.links.ofPayer(challenge);
    const isCurrent = latestAttempt?.id === challenge.attemptId;
    const bank = isCurrent ? latestAttempt.snapshot.redirectUrl : null;
    // The bank waits no more: the page shows the outcome.
    const location = bank ?? this.addresses.pageOf(challenge);
    return { location, cookie: this.addresses.cookieOf(challenge) };
  }

  /**
   * The address after the page of a bank. The browser that left gets the link's token for its page;
   * any other gets the page without it, which opens nothing. The gateway learns of both: the app of
   * a bank may lead back to another browser.
   */
  async returnFromChallenge(state: string, { cookies, query }: Return): Promise<string> {
    const challenge = this.addresses.challengeIn(state, 'challenge_return');
    if (!challenge) throw unknownState();
    const waited = delay(RETURN_WAIT_MS, undefined, { ref: false });
    await Promise.race([this.complete(challenge, query), waited]);
    return this.addresses.isFrom(cookies, challenge)
      ? this.addresses.pageAfter(challenge)
      : this.addresses.pageOf(challenge);
  }

  /** Never rejects: the payer comes to the page in any case, and the schedule asks again. */
  private async complete(challenge: Challenge, query: URLSearchParams): Promise<void> {
    try {
      await this.conversation.complete(challenge, query);
    } catch (error) {
      const { attemptId } = challenge;
      this.logger.error({ error, attemptId }, 'the gateway did not learn of a return');
    }
  }

  private async mint(
    { customerAppId: customer_app_id, paymentLinkId: payment_link_id }: LinkOfApp,
    more: { readonly unique_reference_id: string; readonly session_began_at?: number },
  ): Promise<HostedSessionResponse> {
    const { accessToken, expiresIn } = await mintSessionToken(this.client, {
      page: 'payment_link',
      claims: { customer_app_id, payment_link_id, ...more },
    });
    return { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn };
  }
}

function unknownState(): DomainError {
  return new DomainError('INVALID_REQUEST', 'state is not one that is waited for.');
}
