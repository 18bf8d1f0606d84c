import type { StripePlace } from './stripe-way.js';

/** What the story does whose request is held when the process is killed. */
export type HeldStory = 'pay' | 'store' | 'charge' | 'refund';

/** A kill at one place of one story, however the machine interleaves the rest. */
export interface StripeKill extends StripePlace {
  readonly name: string;
  readonly story: HeldStory;
  readonly victim: 'payment-link' | 'sandbox';
  /** Whether the merchant cancels the link before anybody asks Stripe again. */
  readonly cancels: boolean;
}

const PREPARE = 'POST /v1/payment_intents';
const CONFIRM = 'POST /v1/payment_intents/*/confirm';
const CAPTURE = 'POST /v1/payment_intents/*/capture';
const REFUND = 'POST /v1/refunds';
const PREPARE_SET_UP = 'POST /v1/setup_intents';
const SET_UP = 'POST /v1/setup_intents/*/confirm';

type Rest = Partial<Pick<StripeKill, 'victim' | 'cancels'>>;

function at(
  [name, story]: readonly [string, HeldStory],
  [side, route]: readonly [StripePlace['side'], string],
  { victim = 'payment-link', cancels = false }: Rest = {},
): StripeKill {
  return { name, story, side, route, victim, cancels };
}

const cancels = true;
const sandbox = 'sandbox';

/**
 * Between prepare, commit, confirm and capture, and around them. The places of a group meet one death:
 * most of a kill's time is the start of the process after it. Stories with a cancellation come last,
 * because the payers of held ones stop waiting after a while.
 */
const GROUPS: readonly (readonly [StripeKill, ...StripeKill[]])[] = [
  [
    at(['charge prepared, not committed', 'charge'], ['after', PREPARE]),
    at(['refunded, not recorded', 'refund'], ['after', REFUND]),
    at(['customer made, not recorded', 'store'], ['after', 'POST /v1/customers']),
    at(['confirmed, not recorded, then cancelled', 'pay'], ['after', CONFIRM], { cancels }),
  ],
  [
    at(['charge confirmed, not recorded', 'charge'], ['after', CONFIRM]),
    at(['set up, not recorded', 'store'], ['after', SET_UP]),
    at(['prepared while the payer types', 'pay'], ['after', PREPARE]),
    at(['prepared, not committed, then cancelled', 'store'], ['after', PREPARE_SET_UP], {
      cancels,
    }),
  ],
  [
    at(['charge captured, not recorded', 'charge'], ['after', CAPTURE]),
    at(['committed, not confirmed', 'pay'], ['before', CONFIRM]),
    at(['recorded, not captured', 'pay'], ['before', CAPTURE]),
    at(['committed, not confirmed, then cancelled', 'pay'], ['before', CONFIRM], { cancels }),
  ],
  [
    at(['not refunded', 'refund'], ['before', REFUND]),
    at(['confirmed, not recorded', 'pay'], ['after', CONFIRM]),
    at(['set up, not recorded, then cancelled', 'store'], ['after', SET_UP], { cancels }),
    at(['captured, not recorded, then cancelled', 'pay'], ['after', CAPTURE], { cancels }),
  ],
  [
    at(['confirmed by a double that dies', 'pay'], ['after', CONFIRM], { victim: sandbox }),
    at(['captured by a double that dies', 'pay'], ['after', CAPTURE], { victim: sandbox }),
  ],
];

/** Each group once, spread over the cycles. */
export function planStripeKills(cycles: number): readonly (typeof GROUPS)[] {
  const each = Math.ceil(GROUPS.length / cycles);
  return Array.from({ length: cycles }, (_, cycle) =>
    GROUPS.slice(cycle * each, (cycle + 1) * each),
  );
}
