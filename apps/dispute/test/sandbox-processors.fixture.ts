import { newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { SandboxProcess } from '@towpath/testing';
import pg from 'pg';

export { SANDBOX_START_MS as START_MS } from '@towpath/testing';

export const BOOKS_SECRET = 'a-secret-of-the-simulated-cards-for-tests';

const CAPTURED = `INSERT INTO card_authorizations (gateway, reference, customer_app_id, payment_id,
    request_hash, psp_reference, merchant_account, amount, currency, purpose, store, off_session,
    callback_url, card, state, answered_state, created_at, captured_at, updated_at)
  SELECT $1, 'ref-' || id, $2, id, 'hash', 'PSP-' || id, 'HKD-ACCOUNT', 12500, 'HKD', 'PAYMENT',
    false, false, 'http://127.0.0.1:9/callbacks/cards/x', '{"brand": "Visa"}', 'SETTLED', 'SETTLED',
    '2030-01-01', '2030-01-01', '2030-01-01' FROM unnest($3::text[]) AS id`;

/** The sandbox as the card processors that notify this service. */
export class TestProcessors {
  private constructor(private readonly process: SandboxProcess) {}

  static async start(): Promise<TestProcessors> {
    return new TestProcessors(await SandboxProcess.start({ secret: BOOKS_SECRET }));
  }

  get url(): string {
    return this.process.url;
  }

  /** Stops the clock of an app at an instant, and waits for what is due by it. */
  freezeClock(customerAppId: string, frozenAt: Date): Promise<void> {
    return this.process.setClock(customerAppId, { frozenAt });
  }

  /** The payments of an app, captured at a gateway long ago. */
  async captured(
    gateway: string,
    {
      customerAppId,
      count = 1,
    }: { readonly customerAppId: CustomerAppId; readonly count?: number },
  ): Promise<PaymentId[]> {
    const ids = Array.from({ length: count }, () => newId<PaymentId>(new Date()));
    const client = new pg.Client({ connectionString: this.process.adminUrl });
    await client.connect();
    try {
      await client.query(CAPTURED, [gateway, customerAppId, ids]);
    } finally {
      await client.end();
    }
    return ids;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
