import type { MandateStatus } from '@towpath/contracts';
import type { SubmitChecklistRequest } from '@towpath/contracts/mandate';
import type { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import { eventually, MandatePayer, RIGHT_OTP, ServicePeer, TYPED } from '@towpath/testing';
import type { Asked, DebitShop } from '../clients/debit-shop.js';
import { inDatabase, whileHeld } from '../clients/service-database.js';
import type { RunningSystem } from '../system/running-system.js';
import { COMMANDS, OF_PAYERS, STATES, type Command } from './mandate-commands.fixture.js';

/** One mandate for one command in one state. */
export interface Actor {
  readonly state: MandateStatus;
  readonly command: Command;
  readonly asked: Asked;
  readonly account: PaymentAccountResponse;
  /** With a session that was opened before anything else happened. */
  readonly payer: MandatePayer | null;
}

/** Actors that are prepared at the same time. */
const AT_ONCE = 8;
const ENDINGS: Partial<Readonly<Record<MandateStatus, string>>> = {
  SUBMITTED: '0003',
  FAILED: '0002',
};
const ACCEPTED_ACCOUNT = '8833';
const LAST_FACTOR_MISSING: readonly MandateStatus[] = ['PROCESSING', 'READY_TO_SUBMIT'];
const BEGUN: readonly MandateStatus[] = ['AUTHORIZING', ...LAST_FACTOR_MISSING];
const SENT: readonly MandateStatus[] = ['SUBMITTED', 'SUCCEEDED', 'FAILED', 'REVOKED'];

/** Brings a mandate of its own to each state for each command, by what customers and payers do. */
export class MandateCast {
  private readonly accounts = new Map<string, PaymentAccountResponse>();
  private readonly peer: ServicePeer;

  constructor(
    private readonly system: RunningSystem,
    private readonly shop: DebitShop,
  ) {
    this.peer = new ServicePeer(system, 'payment-link');
  }

  /** @param lastDay of those that see it pass; the clock stands still on it */
  async assemble(lastDay: string): Promise<Actor[]> {
    for (const ending of [ACCEPTED_ACCOUNT, '0002', '0003']) {
      const account = await this.shop.knows(ending);
      await this.shop.agreesToAutopay({ sender: { user_id: account.user_id ?? '' } });
      this.accounts.set(ending, account);
    }
    const cells = STATES.flatMap((state) => COMMANDS.map((command) => ({ state, command })));
    const actors = await inTurns(cells, (cell) => this.ask(cell, lastDay));
    await inTurns(actors, (actor) => this.begin(actor));
    await this.shop.advance(1);
    const revoked = actors.filter(({ state }) => state === 'REVOKED');
    await inTurns(revoked, ({ asked }) => this.shop.decides(asked.mandate_id, 'REVOKED'));
    await this.holdBeforeTheBank(actors);
    return actors;
  }

  /** What the payment-link service tells the service of mandates. */
  tells(path: string, body: object) {
    return this.peer.send('mandate', {
      method: 'POST',
      path: `/internal/mandates${path}`,
      body: { customer_app_id: this.shop.merchant.customerAppId, ...body },
    });
  }

  private async ask(
    { state, command }: Pick<Actor, 'state' | 'command'>,
    lastDay: string,
  ): Promise<Actor> {
    const account = this.accounts.get(ENDINGS[state] ?? ACCEPTED_ACCOUNT);
    if (!account) throw new Error(`there is no account for ${state}`);
    const days = command === 'sees its last day pass' ? { end_date: lastDay } : {};
    const asked = await this.shop.asksOn(account, days);
    const hasPayer = BEGUN.includes(state) || OF_PAYERS.includes(command);
    const payer = hasPayer ? await this.shop.ownUi(asked.mandate_id) : null;
    return { state, command, asked, account, payer };
  }

  private async begin({ state, asked, payer }: Actor): Promise<void> {
    const { mandate_id: id } = asked;
    if (state === 'AUTHORIZING') await payer?.submit(TYPED.consent());
    else if (state === 'CANCELLED') await this.shop.authorizes(id, false);
    else if (state === 'CLOSED') await this.tells(`/${id}/abandon`, {});
    else if (SENT.includes(state) && payer === null) await this.shop.authorizes(id, true);
    else if (SENT.includes(state) || LAST_FACTOR_MISSING.includes(state)) {
      await payer?.submit(TYPED.consent(), TYPED.login());
      if (SENT.includes(state)) await payer?.submit(TYPED.login({ otp: RIGHT_OTP }));
    }
  }

  /**
   * The account to collect from cannot be read while the last factor arrives: what is authorized
   * waits for its bank. No bank of ours has submission windows, so the books say who waits for one.
   */
  private async holdBeforeTheBank(actors: readonly Actor[]): Promise<void> {
    const held = actors.filter(({ state }) => LAST_FACTOR_MISSING.includes(state));
    const last = await inTurns(held, async ({ payer }) => {
      if (!payer) throw new Error('nobody authorizes');
      const sealed = await payer.seal(TYPED.login({ otp: RIGHT_OTP }));
      return { token: payer.token, sealed };
    });
    const table = { database: 'payment_link', table: 'external_accounts' };
    const api = this.system.bareApi();
    const submit = ({ token, sealed }: { token: string; sealed: SubmitChecklistRequest }) =>
      new MandatePayer(api, token).send<unknown>(sealed);
    await whileHeld(this.system, table, () => Promise.all(last.map(submit)));
    // Who was not answered does not ask again at once.
    for (const { asked } of held.slice(0, 1)) {
      await eventually(() => this.shop.mandate(asked.mandate_id), { deadlineMs: 30_000 });
    }
    const ready = held.filter(({ state }) => state === 'READY_TO_SUBMIT');
    await this.prepareForWindow(ready.map(({ asked }) => asked.mandate_id));
  }

  private async prepareForWindow(mandateIds: readonly string[]): Promise<void> {
    const sql = `UPDATE mandates SET status = 'READY_TO_SUBMIT'
                 WHERE mandate_id = ANY ($1) AND status = 'PROCESSING'`;
    const { rowCount } = await inDatabase(this.system, 'mandate', (client) =>
      client.query(sql, [mandateIds]),
    );
    if (rowCount !== mandateIds.length) throw new Error(`${rowCount} were PROCESSING`);
  }
}

/** Several at a time. */
export async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (let index = 0; index < items.length; index += AT_ONCE) {
    done.push(...(await Promise.all(items.slice(index, index + AT_ONCE).map(work))));
  }
  return done;
}
