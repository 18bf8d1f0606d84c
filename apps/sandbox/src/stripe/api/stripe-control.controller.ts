import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { field } from '@towpath/contracts';
import { Access } from '../../base/http/access.guard.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { bookOwn, OWN_ENTRIES } from '../books/stripe-money.js';
import type { StripeBooks } from '../books/stripe-books.js';
import { DECISIONS, decideDispute, openDispute } from '../money/disputes.js';
import { endPayout, ENDS, payOut } from '../money/payouts.js';
import { failRefund, settleRefund } from '../money/refunds.js';
import { loseCapture } from '../payments/captures.js';
import { answerChallenge } from '../payments/payment-intents.js';
import { namedBooks } from './stripe-access.js';
import { StripeService } from './stripe.service.js';

class AccountDto {
  /** `acct_…` */
  @field.text({ min: 6, max: 60 }) account: string;
  @field.boolean({ optional: true }) livemode?: boolean;
}

class SettingsDto extends AccountDto {
  /** Members of `StripeSettings`; those that are left out stay. */
  @field.openObject() settings: Record<string, unknown>;
}

class RefundDto extends AccountDto {
  @field.text({ max: 60 }) id: string;
  @field.enum(['succeeded', 'failed']) status: 'succeeded' | 'failed';
}

class IntentDto extends AccountDto {
  @field.text({ max: 60 }) id: string;
  @field.enum(['approve', 'refuse']) decision: 'approve' | 'refuse';
}

class CaptureDto extends AccountDto {
  @field.text({ max: 60 }) charge: string;
}

class DisputeDto extends AccountDto {
  @field.text({ max: 60 }) charge: string;
  @field.enum(['chargeback', 'inquiry']) kind: 'chargeback' | 'inquiry';
  /** Whether there is a day until which it can be answered. */
  @field.boolean({ optional: true }) defendable?: boolean;
}

class DecisionDto extends AccountDto {
  @field.text({ max: 60 }) id: string;
  @field.enum(DECISIONS) status: (typeof DECISIONS)[number];
}

class PayoutDto extends AccountDto {
  /** Of the balance that is paid out. */
  @field.text({ optional: true, max: 3 }) currency?: string;
  /** Of a payout that the bank has, or returns. */
  @field.text({ optional: true, max: 60 }) id?: string;
  /** `in_transit`: a new payout that the bank does not have yet. */
  @field.enum(['in_transit', ...ENDS], { optional: true })
  status?: 'in_transit' | (typeof ENDS)[number];
}

const OWN = Object.keys(OWN_ENTRIES) as (keyof typeof OWN_ENTRIES)[];

class EntryDto extends AccountDto {
  @field.enum(OWN) type: keyof typeof OWN_ENTRIES;
  /** Minor units; less than 0 if it lowers the balance. */
  @field.integer({ min: -1_000_000, max: 1_000_000 }) amount: number;
  @field.text({ max: 3 }) currency: string;
}

/** What happens to the books without a request of the merchant: banks decide, and tests set faults. */
@Access('server')
@Controller('stripe/control')
export class StripeControlController {
  constructor(private readonly stripe: StripeService) {}

  @Post('settings')
  @HttpCode(204)
  settings(@Body() { account, livemode = false, settings }: SettingsDto) {
    return this.stripe.set(namedBooks(account, livemode), settings);
  }

  @Post('refund')
  @HttpCode(200)
  refund(@Body() body: RefundDto) {
    return this.act(body, async (books) => {
      const refund = await books.get('refund', body.id);
      if (body.status === 'failed') await failRefund(books, refund);
      else settleRefund(books, refund);
      return refund;
    });
  }

  /** A bank decides that did not decide at once. */
  @Post('intent')
  @HttpCode(200)
  intent(@Body() body: IntentDto) {
    return this.act(body, async (books) => {
      const intent = await books.get('payment_intent', body.id);
      await answerChallenge(books, intent, body.decision === 'approve');
      return intent;
    });
  }

  /** A capture fails after its success. */
  @Post('lost_capture')
  @HttpCode(200)
  lostCapture(@Body() body: CaptureDto) {
    return this.act(body, async (books) =>
      loseCapture(books, await books.get('charge', body.charge)),
    );
  }

  @Post('dispute')
  @HttpCode(200)
  dispute(@Body() body: DisputeDto) {
    const { charge: id, kind, defendable: isDefendable = true } = body;
    return this.act(body, async (books) =>
      openDispute(books, { charge: await books.get('charge', id), kind, isDefendable }),
    );
  }

  @Post('decision')
  @HttpCode(200)
  decision(@Body() body: DecisionDto) {
    return this.act(body, async (books) =>
      decideDispute(books, await books.get('dispute', body.id), body.status),
    );
  }

  @Post('payout')
  @HttpCode(200)
  payout(@Body() body: PayoutDto) {
    const { currency, id, status } = body;
    return this.act(body, async (books) => {
      if (id !== undefined) {
        const end = status === 'paid' ? 'paid' : 'failed';
        return endPayout(books, await books.get('payout', id), end);
      }
      if (currency !== undefined) {
        return payOut(books, { currency, status: status === 'in_transit' ? status : 'paid' });
      }
      throw new GatewayRefusal('invalid_request', 'currency or id is needed.');
    });
  }

  @Post('entry')
  @HttpCode(200)
  entry(@Body() { type, amount, currency, ...of }: EntryDto) {
    return this.act(of, (books) => bookOwn(books, { type, amount, currency }));
  }

  private act<R>({ account, livemode = false }: AccountDto, work: (books: StripeBooks) => R) {
    return this.stripe.act(namedBooks(account, livemode), work);
  }
}
