import { newId, type PaymentId } from '@towpath/kernel';
import { runInGatewayShell } from '@towpath/local-system';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  charge,
  chargeable,
  readPayment,
  type ChargeableMandate,
} from './direct-debit-payer.fixture.js';
import { queryDatabase, queryMandates, type DirectDebitShop } from './direct-debit-shop.fixture.js';

const HOUR = 3_600;

interface Difference {
  readonly kind: string;
  readonly side: string;
  readonly payment_id: string;
  readonly integration_id: string;
  readonly ours: readonly { readonly amount: number }[];
  readonly theirs: readonly { readonly amount: number }[];
}

/** Answers every call of the bank and forgets it. The bank would repeat a call without an answer. */
export class DeafServer {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<DeafServer> {
    const server = createServer((_request, response) => response.writeHead(200).end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DeafServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The books of the simulated bank about one app, beside ours. */
export class BankBooks {
  constructor(
    private readonly shop: DirectDebitShop,
    private readonly deafUrl: string,
  ) {}

  get ofShop(): readonly string[] {
    return ['--customer-app', this.shop.merchant.customerAppId];
  }

  /** What the operator's command lists for the bank; mandate itself is another place. */
  async differences(): Promise<readonly Difference[]> {
    const all = await this.everywhere();
    return all.filter(({ integration_id: place }) => place === 'GW3');
  }

  async everywhere(): Promise<readonly Difference[]> {
    const args = ['reconciliation', 'list', ...this.ofShop];
    const listed = await runInGatewayShell(this.shop.system, args);
    return (listed as { readonly differences: readonly Difference[] }).differences;
  }

  /** What was settled of a payment, by place and kind, as both services read it. */
  async settled(paymentId: string): Promise<string[]> {
    const lists = ['mandate', 'payment_link'].map((database) =>
      queryDatabase<{ line: string }>(
        { system: this.shop.system, database },
        `SELECT integration_id || ' ' || kind || ' ' || amount AS line FROM settled_entries
         WHERE subject = $1`,
        [paymentId],
      ),
    );
    return (await Promise.all(lists)).flatMap((rows) => rows.map(({ line }) => line).toSorted());
  }

  async brief(): Promise<readonly string[]> {
    const found = await this.differences();
    return found.map(({ side, kind, payment_id: id }) => `${side} ${kind} ${id}`);
  }

  async paid(ending: string): Promise<{ mandate: ChargeableMandate; paymentId: string }> {
    const { shop } = this;
    const mandate = await chargeable(shop, ending);
    const { status, body } = await charge(shop, mandate);
    expect([status, body.status]).toEqual([200, 'SUBMITTED']);
    await shop.advance(1);
    expect((await readPayment(shop, body.payment_id)).status).toBe('EXECUTED');
    return { mandate, paymentId: body.payment_id };
  }

  /** Past the next closed hour, when the bank's list is read. */
  closeHour(): Promise<void> {
    return this.shop.advance(2 * HOUR);
  }

  /** From now on we receive no call of the bank about the charge. */
  async loseCalls(paymentId: string): Promise<void> {
    await queryDatabase(
      { system: this.shop.system, database: 'sandbox' },
      'UPDATE debit_collections SET callback_url = $2 WHERE reference = $1',
      [paymentId, this.deafUrl],
    );
  }

  async bookOurs(paymentId: string, amount: number): Promise<void> {
    await queryMandates(
      this.shop.system,
      'UPDATE direct_debits SET amount = $2 WHERE payment_id = $1',
      [paymentId, amount],
    );
  }

  /** What the bank booked of a charge: credited to the merchant, debited again. */
  async statementOf(paymentId: string): Promise<string[]> {
    const query = new URLSearchParams({
      customer_app_id: this.shop.merchant.customerAppId,
      booked_from: new Date(0).toISOString(),
      booked_to: '2100-01-01T00:00:00.000Z',
    });
    const { lines } = (await (await this.atBank(`statement?${query.toString()}`)).json()) as {
      lines: readonly {
        collection_reference: string;
        booking: string;
        booked: { minor: number };
      }[];
    };
    return lines
      .filter((line) => line.collection_reference === paymentId)
      .map(({ booking, booked }) => `${booking} ${booked.minor}`);
  }

  /** The ID of a charge of 7.00 that the bank made, and we did not order. */
  async collectUnordered({ mandateId }: Pick<ChargeableMandate, 'mandateId'>): Promise<PaymentId> {
    const paymentId = newId<PaymentId>(new Date());
    const answer = await this.atBank('collections', {
      method: 'POST',
      body: JSON.stringify({
        collection_reference: paymentId,
        mandate_reference: mandateId,
        customer_app_id: this.shop.merchant.customerAppId,
        payment_id: paymentId,
        instructed: { minor: 700, currency: 'HKD' },
        notify_url: this.deafUrl,
      }),
    });
    expect(answer.status).toBe(200);
    await this.shop.advance(1);
    return paymentId;
  }

  private atBank(path: string, init: RequestInit = {}): Promise<Response> {
    const { system } = this.shop;
    return fetch(`${system.service('sandbox').url}/gw3/${path}`, {
      ...init,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${system.layout.sandboxGatewaySecret}`,
      },
    });
  }
}
