import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byKey, Inbox, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type {
  CardCallBack,
  CardGatewayConnector,
  CardReference,
  GatewayNote,
} from '../card-gateways/ports.js';
import type { RememberedNotes } from '../card-gateways/remembering-card-gateway.js';
import { gatewayNotes } from './gateway-note.table.js';

type Place = Pick<CardGatewayConnector, 'integrationId' | 'connector'>;

/** A verified event of a gateway, and our name of what it is about. */
export interface NotedEvent extends Pick<CardCallBack, 'eventId' | 'note'> {
  readonly place: Place;
  readonly reference: string;
}

const OF_REFERENCE = byKey(`SELECT to_jsonb(n) AS row FROM gateway_notes n
  WHERE customer_app_id = $1 AND reference = $2 AND integration_id = $3 AND connector = $4`);

/** What gateways report: each event counts once, and the notes of those that cannot be asked stay. */
@Injectable()
export class GatewayNotesService implements RememberedNotes {
  constructor(
    private readonly db: Transactions,
    private readonly inbox: Inbox,
  ) {}

  /** False for a copy: then nothing is left to do. */
  async take(tx: AppTx, { place, eventId, reference, note }: NotedEvent): Promise<boolean> {
    const { integrationId, connector } = place;
    const group = `call-backs of ${integrationId} by ${connector}`;
    const customerAppId = tx.customerApp.id;
    if (!(await this.inbox.firstTime(tx, { group, eventId, customerAppId }))) return false;
    if (!note) return true;
    const refundReference = note.about === 'REFUND' ? note.refundReference : null;
    const { about, answer, occurredAt } = note;
    const batch = new WriteBatch();
    gatewayNotes.insert(batch, {
      ...{ customerAppId, integrationId, connector, eventId, reference },
      ...{ about, refundReference, answer, occurredAt, receivedAt: tx.systemNow },
    });
    tx.write(batch);
    return true;
  }

  /** Never in a transaction: it begins one. */
  async of({ integrationId, connector }: Place, key: CardReference): Promise<GatewayNote[]> {
    const app = key.customerAppId as CustomerAppId;
    const params = [app, key.reference, integrationId, connector];
    const read = (tx: AppTx) => tx.query<{ row: unknown }>(OF_REFERENCE, params);
    const found = await this.db.forApp(app, read, { readOnly: true });
    return gatewayNotes.rows(found).map((row) => row as GatewayNote);
  }
}
