import { Injectable } from '@nestjs/common';
import type { ConnectorPlace } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { byKey, Transactions, type WorkerTx } from '@towpath/persistence';

/** What a gateway names by its own ID. */
export interface AtGateway extends Pick<ConnectorPlace, 'integrationId' | 'connector'> {
  readonly gatewayReference: string;
  /** Null where the gateway does not name the app. */
  readonly customerAppId: CustomerAppId | null;
}

/** An attempt or a charge. */
export interface CardSubject {
  readonly customerAppId: CustomerAppId;
  /** Ours: of the attempt, or of the payment that is a charge. */
  readonly reference: string;
}

const NAMED = `gateway_reference = $1 AND integration_id = $2 AND connector = $3
  AND ($4::text IS NULL OR customer_app_id = $4)`;
const SUBJECT = byKey(`SELECT customer_app_id AS "customerAppId", attempt_id AS reference
  FROM payment_attempts WHERE ${NAMED}
  UNION ALL
  SELECT customer_app_id AS "customerAppId", payment_id AS reference
  FROM charges WHERE ${NAMED}
  LIMIT 1`);

@Injectable()
export class CallBacksReads {
  constructor(private readonly db: Transactions) {}

  /** The attempt or charge that the gateway knows under its own ID; null if there is none. */
  async subjectOf(named: AtGateway): Promise<CardSubject | null> {
    const { gatewayReference, integrationId, connector, customerAppId } = named;
    const params = [gatewayReference, integrationId, connector, customerAppId];
    const read = (tx: WorkerTx) => tx.query<CardSubject & object>(SUBJECT, params);
    const [found] = await this.db.asWorker(read, { byKey: true, readOnly: true });
    return found ?? null;
  }
}
