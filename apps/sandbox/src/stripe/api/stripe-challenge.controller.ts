import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../base/http/access.guard.js';
import { pageHeaders } from '../../base/pages/html.js';
import { languageOf } from '../../base/pages/languages.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { challengePage, type ChallengeState } from '../../cards/challenge/challenge.page.js';
import type { StripeBooks } from '../books/stripe-books.js';
import type { Intent, SetupIntent } from '../books/stripe-objects.js';
import { answerChallenge } from '../payments/payment-intents.js';
import { answerSetupChallenge } from '../payments/setup-intents.js';
import { namedBooks } from './stripe-access.js';
import { StripeService } from './stripe.service.js';

interface ChallengePath {
  readonly books: string;
  readonly secret: string;
}

/** The page of the cardholder's bank. It is opened top-level and works without a script. */
@Access('browser')
@Controller('stripe/challenge/:books/:secret')
export class StripeChallengeController {
  constructor(private readonly stripe: StripeService) {}

  @Get()
  async show(
    @Param() path: ChallengePath,
    @Headers('accept-language') language: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    const { intent, method, returnTo } = await this.stripe.act(ownerOf(path), (books) =>
      challenged(books, path.secret),
    );
    const formTargets = returnTo ? ["'self'", new URL(returnTo).origin] : ["'self'"];
    const page = challengePage({
      state: stateOf(intent),
      purpose: intent.object === 'setup_intent' ? 'SETUP' : 'PAYMENT',
      merchant: path.books,
      amount: intent.object === 'setup_intent' ? 0 : intent.amount,
      currency: intent.object === 'setup_intent' ? 'USD' : intent.currency.toUpperCase(),
      card: method?.card ?? { brand: 'Card', last4: '····' },
      returnTo,
      language: languageOf(language),
    });
    const policy = { frameAncestor: null, formTargets, runsScripts: false };
    await reply.headers(pageHeaders(policy)).send(page.text);
  }

  /** 303, so that a reload of what follows repeats nothing. */
  @Post()
  async decide(
    @Param() path: ChallengePath,
    @Body() body: { readonly decision?: unknown } | undefined,
    @Res() reply: FastifyReply,
  ) {
    const isApproved = body?.decision === 'approve';
    const returnTo = await this.stripe.act(ownerOf(path), async (books) => {
      const { intent } = await challenged(books, path.secret);
      if (intent.object === 'payment_intent') await answerChallenge(books, intent, isApproved);
      else await answerSetupChallenge(books, intent, isApproved);
      return returnAddress(books, intent);
    });
    const location = returnTo ?? `/stripe/challenge/${path.books}/${path.secret}`;
    const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    await reply
      .status(303)
      .headers({ location, ...headers })
      .send();
  }
}

function ownerOf({ books }: ChallengePath) {
  const [account = '', mode] = books.split('-');
  return namedBooks(account, mode === 'live');
}

async function challenged(books: StripeBooks, secret: string) {
  const [id = ''] = secret.split('_secret_');
  const intent = (await books.find('payment_intent', id)) ?? (await books.find('setup_intent', id));
  if (intent?.client_secret !== secret)
    throw new GatewayRefusal('not_found', 'There is no such request.');
  const method = intent.payment_method
    ? await books.find('payment_method', intent.payment_method)
    : null;
  return { intent, method, returnTo: returnAddress(books, intent) };
}

/** The address carries the client secret of the intent, as the processor's does. */
function returnAddress(books: StripeBooks, intent: Intent | SetupIntent): string | null {
  const returnUrl = books.innerOf(intent)['return_url'];
  if (typeof returnUrl !== 'string') return null;
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret);
  const isGood = ['requires_capture', 'succeeded', 'processing'].includes(intent.status);
  url.searchParams.set('redirect_status', isGood ? 'succeeded' : 'failed');
  return url.toString();
}

function stateOf({ status }: Intent | SetupIntent): ChallengeState {
  if (status === 'requires_action') return 'OPEN';
  if (status === 'canceled') return 'CANCELLED';
  return status === 'requires_payment_method' ? 'REFUSED' : 'APPROVED';
}
