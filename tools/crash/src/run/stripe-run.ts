import { runInGatewayShell, type System } from '@towpath/local-system';
import { StripeShop, type Merchant } from '@towpath/testing';
import type { Chaos } from '../chaos/chaos.js';
import type { StripeKill } from '../chaos/stripe-kills.js';
import type { StripeWay } from '../chaos/stripe-way.js';
import type { Shop } from '../load/caller.js';
import type { Load } from '../load/load.js';
import type { Plan } from '../load/plan.js';
import { planHeld, STRIPE_CURRENCIES } from '../load/stripe-plan.js';
import type { Random } from './random.js';

/** Settlements are read once their hour is closed: those of the double are that old. */
const HOUR_S = 3_600;
const BEHIND_S = 3 * HOUR_S;
const REACHED_WITHIN_MS = 180_000;

interface StripeRunParts {
  readonly system: System;
  readonly way: StripeWay;
}

interface Opened {
  readonly account: StripeShop;
  readonly shop: Shop;
}

/**
 * Two customer apps whose cards go to Stripe. The load uses the first one; the second one has the
 * stories that a kill meets at one place. Apps with an account at a processor keep real time.
 */
export class StripeRun {
  private constructor(
    private readonly parts: StripeRunParts,
    private readonly ofLoad: Opened,
    private readonly ofKills: Opened,
  ) {}

  static async open(parts: StripeRunParts): Promise<StripeRun> {
    const { system, way } = parts;
    way.to(system.service('sandbox').url);
    const open = async (name: string): Promise<Opened> => {
      const account = await StripeShop.open(system, { name, currencies: STRIPE_CURRENCIES });
      const settings = { search_lag_s: HOUR_S, behind_s: BEHIND_S };
      await account.control('settings', { settings });
      const cards = {
        type: (...[, , card]: Parameters<Shop['cards']['type']>) => account.type(card),
        answerBank: account.answerBank.bind(account),
      };
      const { merchant, accountId } = account;
      return { account, shop: { merchant, accountId, cards } };
    };
    return new StripeRun(parts, await open('Shop at Stripe'), await open('Killed at Stripe'));
  }

  get shop(): Shop {
    return this.ofLoad.shop;
  }

  get merchants(): readonly Merchant[] {
    return [this.ofLoad, this.ofKills].map(({ shop }) => shop.merchant);
  }

  /** Begins a story for each place, and kills the victim when the requests of all are there. */
  async kill(
    places: readonly [StripeKill, ...StripeKill[]],
    { chaos, load, random }: Killing,
  ): Promise<void> {
    const { account, shop } = this.ofKills;
    const drops: (() => void)[] = [];
    // One after the other: stories that are held do not come to the place of the next one.
    for (const place of places) {
      const reached = this.parts.way.hold(place, account.keys.secret_key);
      load.begin(shop, (reference): Plan => planHeld(random.stream(place.name), reference, place));
      drops.push(await inTime(reached, place.name));
    }
    const why = `at Stripe: ${places.map(({ name }) => name).join('; ')}`;
    await chaos.killNow(places[0].victim, { why });
    for (const drop of drops) drop();
  }

  /** Stripe pays out what the load's account holds, in each currency where that is more than 0. */
  async payOut(): Promise<void> {
    for (const currency of STRIPE_CURRENCIES) {
      await this.ofLoad.account.control('payout', { currency: currency.toLowerCase() });
    }
  }

  /** Whatever is still open is asked about now, as an operator would: nobody moves this time. */
  async ask(): Promise<void> {
    const since = new Date(Date.now() - 2 * BEHIND_S * 1_000).toISOString();
    await this.command('restore', 'resolve', '--since', since);
  }

  /** Reads what Stripe settled. */
  async settle(): Promise<void> {
    await this.command('ledger', 'reconcile');
  }

  private async command(...args: string[]): Promise<void> {
    for (const { customerAppId } of this.merchants) {
      await runInGatewayShell(this.parts.system, [...args, '--customer-app', customerAppId]);
    }
  }
}

interface Killing {
  readonly chaos: Chaos;
  readonly load: Load;
  readonly random: Random;
}

async function inTime<T>(reached: Promise<T>, name: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no story came to this place at Stripe: ${name}`)),
    REACHED_WITHIN_MS,
  );
  try {
    return await Promise.race([reached, promise]);
  } finally {
    clearTimeout(timer);
  }
}
