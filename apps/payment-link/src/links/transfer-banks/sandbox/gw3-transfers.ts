import {
  SANDBOX,
  type ConnectorAnswer,
  type ConnectorCall,
  type ConnectorClient,
} from '@towpath/http';
import {
  SimulatedTransferBank,
  TransferBankUnavailable,
  type BookedPeriod,
  type BookedTransfer,
  type SimulatedTransfer,
} from '../ports.js';

interface WireTransfer {
  readonly transfer_reference: string;
  readonly credited: { readonly minor: number; readonly currency: string };
  readonly text: string | null;
  readonly booked_at: string;
}

interface WireStatement {
  readonly lines: readonly WireTransfer[];
  readonly more: boolean;
}

/** The simulated bank `GW3` as the one that payers transfer to. */
export class Gw3Transfers extends SimulatedTransferBank {
  override readonly appType = 'TEST';
  override readonly integrationId = 'GW3';
  override readonly connector = SANDBOX;

  constructor(private readonly http: ConnectorClient) {
    super();
  }

  override async receive(transfer: SimulatedTransfer): Promise<void> {
    const body = {
      transfer_reference: transfer.reference,
      customer_app_id: transfer.customerAppId,
      credited: { minor: transfer.amount, currency: transfer.currency },
      ...(transfer.text === null ? {} : { text: transfer.text }),
    };
    await this.ask({ method: 'POST', path: '/gw3/incoming_transfers', body });
  }

  override async find(reference: string): Promise<BookedTransfer | null> {
    const path = `/gw3/incoming_transfers/${encodeURIComponent(reference)}`;
    const { status, body } = await this.ask({ method: 'GET', path });
    return status === 404 ? null : bookedOf(body as WireTransfer);
  }

  override async *listBooked(period: BookedPeriod): AsyncGenerator<BookedTransfer> {
    for (let after: string | undefined; ;) {
      const query = new URLSearchParams({
        customer_app_id: period.customerAppId,
        booked_from: period.from.toISOString(),
        booked_to: period.to.toISOString(),
        ...(after === undefined ? {} : { after_entry: after }),
      });
      const path = `/gw3/incoming_statement?${query.toString()}`;
      const { status, body } = await this.ask({ method: 'GET', path });
      if (status === 404) throw this.unavailable('HTTP 404');
      const { lines, more } = body as WireStatement;
      yield* lines.map(bookedOf);
      after = lines.at(-1)?.transfer_reference;
      if (!more || after === undefined) return;
    }
  }

  /** Accepts 200 and 404; an incomplete list would look as if other transfers had not arrived. */
  private async ask(call: ConnectorCall): Promise<ConnectorAnswer> {
    const answer = await this.http.send(call);
    if (answer.status === 200 || answer.status === 404) return answer;
    throw this.unavailable(`HTTP ${answer.status}`);
  }

  private unavailable(reason: string): TransferBankUnavailable {
    return new TransferBankUnavailable(this.integrationId, { reason });
  }
}

function bookedOf({ transfer_reference: reference, ...line }: WireTransfer): BookedTransfer {
  const { minor: amount, currency } = line.credited;
  return { reference, amount, currency, text: line.text, bookedAt: new Date(line.booked_at) };
}
