import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { PaymentLinkView } from '../payment-links/payment-link.view.js';
import { ReadPaymentLink } from '../payment-links/read-payment-link.query.js';
import { WayToBank } from '../payment-links/way-to-bank.js';

interface ChallengeStart {
  readonly state: string;
  /** `Sec-Fetch-Site` of the browser; undefined if it does not send the header. */
  readonly comesFrom: string | undefined;
}

export interface WayOut {
  readonly location: string;
  /** Value of `Set-Cookie`: the return is valid only in the browser with this cookie. */
  readonly cookie: string;
}

/**
 * Sends the payer's browser to the page of the card's bank, with a cookie. Only our page may open
 * the address; otherwise another person could return to the link of a stranger.
 */
@Injectable()
export class StartChallenge {
  constructor(
    private readonly transactions: Transactions,
    private readonly readPaymentLink: ReadPaymentLink,
    private readonly view: PaymentLinkView,
    private readonly way: WayToBank,
  ) {}

  async execute({ state, comesFrom }: ChallengeStart): Promise<WayOut> {
    const errand = this.way.read(state, 'challenge');
    if (!errand) throw unknownState();
    if (comesFrom !== undefined && comesFrom !== 'same-origin') {
      throw new DomainError('INVALID_REQUEST', 'Go to the bank from the page of the payment link.');
    }
    const { latestAttempt } = await this.transactions.forApp(errand.customerAppId, (tx) =>
      this.readPaymentLink.execute(tx, errand.paymentLinkId),
    );
    const isCurrent = latestAttempt?.id === errand.attemptId;
    const bank = isCurrent ? latestAttempt.snapshot.redirectUrl : null;
    // The bank waits no more: the page tells what became of it.
    return { location: bank ?? this.view.pageOf(errand), cookie: this.way.cookieOf(errand) };
  }
}

export function unknownState(): DomainError {
  return new DomainError('INVALID_REQUEST', 'state is not one that is waited for.');
}
