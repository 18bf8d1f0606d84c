import type { MandateLinkResponse, SubmitChecklistRequest } from '@towpath/contracts/mandate';
import type { RunningSystem } from '@towpath/local-system';
import {
  ApiClient,
  HostedPayer,
  MandatePayer,
  RIGHT_OTP,
  TYPED,
  type ApiAnswer,
  type ChecklistEntry,
} from '@towpath/testing';
import fc from 'fast-check';
import { DirectDebitShop, queryMandates } from './direct-debit-shop.fixture.js';
import { soundState } from './sound-mandate.fixture.js';

const DAY = 86_400;
const AT_ONCE = 64;

/** One mandate, and everything that may be wished of it. */
interface Scene {
  readonly id: string;
  readonly wishes: Readonly<Record<string, () => Promise<{ status: number; body?: unknown }>>>;
}

/** Errors of a request that came too late, or that nobody may make. */
const REFUSED = [
  'INVALID_MANDATE_STATUS',
  'MANDATE_NOT_IN_VALIDITY_PERIOD',
  'INVALID_PAYMENT_LINK_STATUS',
  'CREDENTIALS_INVALID',
  'INVALID_REQUEST',
];

interface Row {
  readonly status: string;
  readonly authorized: number;
  /** A payer's has an address, also in a user interface of the app. */
  readonly consents: readonly string[];
  readonly bank: string | null;
  readonly submitted: readonly string[];
  readonly account: string | null;
  readonly sealed: boolean;
}

const leave = ({ api, token }: MandatePayer) =>
  api.send({ method: 'POST', path: '/mandates/hosted/leave', token, body: {} });

/** Callers who decide about one mandate at the same moment. */
export class MandateRaces {
  readonly api: ApiClient;

  private constructor(
    private readonly system: RunningSystem,
    readonly shop: DirectDebitShop,
  ) {
    this.api = shop.merchant.api;
  }

  static async open(system: RunningSystem): Promise<MandateRaces> {
    return new MandateRaces(system, await DirectDebitShop.open(system));
  }

  async newMandate(details: object = {}): Promise<string> {
    const { mandate_id: id } = await this.shop.merchant.createMandate({
      body: {
        recipient_account: { account_id: this.shop.accountId },
        sender: { email: 'tm@example.com', name: 'Chan Tai Man' },
        mandate_details: { currency: 'HKD', ...details },
      },
    });
    return id;
  }

  linkOf(id: string): Promise<ApiAnswer<MandateLinkResponse>> {
    return this.shop.merchant.send({
      method: 'POST',
      path: '/mandates/link',
      body: { mandate_id: id, link_customizations: {} },
    });
  }

  /** The account is known, so the app may speak for the payer: until a link lets the payer in. */
  async onKnownAccount(): Promise<Scene> {
    const id = await this.shop.asked('8901', { end_date: await this.today() });
    const payerComes = async () => {
      const { status, body } = await this.linkOf(id);
      if (status !== 200) return { status, body };
      const payer = new MandatePayer(this.api, body.access_token);
      return payer.submit(TYPED.consent(), TYPED.login({ otp: RIGHT_OTP }));
    };
    return { id, wishes: { ...this.fromOutside(id), link: () => this.linkOf(id), payerComes } };
  }

  /** The payer names the account, in a user interface of the app. */
  async byPayer(): Promise<Scene> {
    const id = await this.newMandate({ end_date: await this.today() });
    const payer = new MandatePayer(this.api, (await this.linkOf(id)).body.access_token);
    await payer.select('testbank');
    return { id, wishes: { ...this.fromOutside(id), ...(await this.fromPayer(payer)) } };
  }

  /** The draft of a payment link, which is cancelled and left as well. */
  async onPaymentLink(seed: number): Promise<Scene> {
    const link = await this.shop.merchant.createPaymentLink({
      body: {
        mode: 'PAYMENT',
        amount: 500,
        currency: 'HKD',
        unique_reference_id: `race-${process.pid}-${seed}`,
        payment_details: { description: 'Order', external_transaction_reference: `R${seed}` },
        sender: { external_user_id: `racer-${seed}`, name: 'Chan Tai Man' },
      },
    });
    const page = await HostedPayer.open(this.api, link.url ?? '');
    const { mandate_id: id = '', mandate_token } = await page.select('MANDATE');
    const payer = new MandatePayer(this.api, mandate_token ?? '');
    await payer.select('testbank');
    const path = `/payment_links/${link.payment_link_id}/cancel`;
    return {
      id,
      wishes: {
        ...this.fromOutside(id),
        ...(await this.fromPayer(payer)),
        change: () => page.change(),
        cancelLink: () => this.shop.merchant.send({ method: 'POST', path }),
      },
    };
  }

  /** Makes 64 requests at once, and expects one legal end with its events. */
  async run({ id, wishes }: Scene, seed: number): Promise<void> {
    const names = Object.keys(wishes).filter((name) => name !== 'expire');
    const [drawn = []] = fc.sample(
      fc.array(fc.constantFrom(...names), { minLength: AT_ONCE - 2, maxLength: AT_ONCE - 2 }),
      { numRuns: 1, seed },
    );
    // the last day passes early in some, late in others
    const order = drawn.toSpliced(seed % drawn.length, 0, 'expire').toSpliced(-1, 0, 'expire');
    const answers = await Promise.all(
      order.map(async (name) => ({ name, ...(await wishes[name]?.()) })),
    );
    for (const { name, status, body } of answers) {
      const code = (body as { error?: { error_code?: string } } | undefined)?.error?.error_code;
      const isRefused = status === 400 && REFUSED.includes(code ?? '');
      // A day that takes long on a busy machine refuses the others meanwhile.
      const isTooEarly = status === 409 && code === 'CLOCK_ADVANCING';
      const fine = status === 200 || isRefused || isTooEarly;
      expect([name, status, code, fine]).toEqual([name, status, code, true]);
    }
    await this.shop.advance(2 * 60);

    const state = await soundState(this.shop, id);
    const row = await this.rowOf(id);
    expect(row.status).toBe(state);
    expect(row.consents).toHaveLength(row.authorized);
    expect(row.authorized).toBeLessThanOrEqual(1);
    // the app spoke for a payer only where no institution asked for more
    if (row.consents[0] === 'BY_THE_APP') expect(row.bank).toBeNull();
    // its day has passed: nothing is left open, and nothing of what was typed is kept
    expect(['AUTHORIZATION_REQUIRED', 'AUTHORIZING']).not.toContain(state);
    expect(row.sealed).toBe(false);
  }

  /** What the customer app, the link and the clock wish, no matter who authorizes. */
  private fromOutside(id: string): Scene['wishes'] {
    return {
      authorize: () => this.shop.authorize(id),
      decline: () => this.shop.authorize(id, false),
      cancel: () => this.shop.asPaymentLink(`/${id}/cancel`, {}),
      abandon: () => this.shop.asPaymentLink(`/${id}/abandon`, {}),
      // its only day passes
      expire: async () => {
        await this.shop.advance(DAY);
        return { status: 200 };
      },
    };
  }

  /** What a payer who has chosen the bank sends; sealed beforehand, so that the sending races. */
  private async fromPayer(payer: MandatePayer): Promise<Scene['wishes']> {
    const sealing = (...items: readonly ChecklistEntry[]) =>
      Promise.all(Array.from({ length: AT_ONCE / 4 }, () => payer.seal(...items)));
    const account = TYPED.account('012-345-678901');
    const [whole, login, wrong] = await Promise.all([
      sealing(account, TYPED.consent(), TYPED.login({ otp: RIGHT_OTP })),
      sealing(TYPED.login({ otp: RIGHT_OTP })),
      sealing(TYPED.login({ password: 'wrong' })),
    ]);
    const sends = (payloads: SubmitChecklistRequest[]) => () => payer.send(payloads.pop() ?? {});
    return {
      whole: sends(whole),
      login: sends(login),
      wrong: sends(wrong),
      leave: () => leave(payer),
      select: () => payer.select('testbank'),
    };
  }

  private async today(): Promise<string> {
    const { now } = await this.shop.merchant.getTestClock();
    return now.slice(0, 'YYYY-MM-DD'.length);
  }

  private async rowOf(id: string): Promise<Row> {
    const [row] = await queryMandates<Row>(
      this.system,
      `SELECT m.status, m.sender_account_id AS account,
       (SELECT count(*)::int FROM mandate_state_changes s
        WHERE s.mandate_id = m.mandate_id AND command = 'authorize') AS authorized,
       ARRAY(SELECT CASE WHEN sealed_origin IS NULL
          THEN 'BY_THE_APP' ELSE 'BY_THE_PAYER' END
        FROM mandate_consents e WHERE e.mandate_id = m.mandate_id) AS consents,
       c.institution ->> 'institutionId' AS bank,
       ARRAY(SELECT jsonb_object_keys(coalesce(c.submitted, '{}'))) AS submitted,
       c.sealed IS NOT NULL AS sealed
     FROM mandates m LEFT JOIN mandate_checklists c USING (customer_app_id, mandate_id)
     WHERE mandate_id = $1`,
      [id],
    );
    if (!row) throw new Error(`no mandate ${id}`);
    return row;
  }
}

export const SCENES: Readonly<
  Record<string, (races: MandateRaces, seed: number) => Promise<Scene>>
> = {
  'whose account is known': (races) => races.onKnownAccount(),
  'whose payer names the account': (races) => races.byPayer(),
  'of a payment link': (races, seed) => races.onPaymentLink(seed),
};
