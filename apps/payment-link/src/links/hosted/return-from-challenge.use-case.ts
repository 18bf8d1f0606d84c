import { Injectable } from '@nestjs/common';
import { PaymentLinkView } from '../payment-links/payment-link.view.js';
import { WayToBank } from '../payment-links/way-to-bank.js';
import { unknownState } from './start-challenge.use-case.js';

interface ChallengeReturn {
  readonly state: string;
  /** Cookies of the browser; undefined if it sent none. */
  readonly cookies: string | undefined;
}

/**
 * The page of a bank sent a payer back. The browser that left gets the link's token for its page; any
 * other gets the page without it, which opens nothing.
 */
@Injectable()
export class ReturnFromChallenge {
  constructor(
    private readonly view: PaymentLinkView,
    private readonly way: WayToBank,
  ) {}

  /** The address to go on to. */
  execute({ state, cookies }: ChallengeReturn): string {
    const errand = this.way.read(state, 'challenge_return');
    if (!errand) throw unknownState();
    if (!this.way.isFrom(cookies, errand)) return this.view.pageOf(errand);
    return this.view.pageAfterChallenge(errand);
  }
}
