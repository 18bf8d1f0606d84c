import { Injectable } from '@nestjs/common';
import { Schedule, type PaymentMethodId } from '@towpath/kernel';
import { byKey, WriteBatch, type AppTx } from '@towpath/persistence';
import { forgottenCards, type ForgottenCardRow } from './forgotten-card.table.js';

/** A stored card, as far as its gateway needs it. */
export type ForgettableCard = Pick<
  ForgottenCardRow,
  'paymentMethodId' | 'live' | 'gatewayAccount'
> & {
  /** Null of an import without a gateway. */
  readonly connector: string | null;
  /** Null of a card that no gateway has stored. */
  readonly integrationMetadata: object | null;
};

export interface ForgottenCard {
  readonly row: ForgottenCardRow;
  readonly schedule: Schedule;
}

const DONE = byKey(
  'DELETE FROM forgotten_cards WHERE customer_app_id = $1 AND payment_method_id = $2',
);

/** Cards that gateways are to delete, because they were cancelled or their person was erased. */
@Injectable()
export class ForgottenCardsService {
  /** The job asks the gateways at once. A card that no gateway keeps is left out. */
  async request(tx: AppTx, cards: readonly ForgettableCard[]): Promise<void> {
    const known = await forgottenCards.findAll(
      tx,
      cards.map(({ paymentMethodId }) => paymentMethodId),
    );
    const batch = new WriteBatch();
    for (const { paymentMethodId, live, connector, gatewayAccount, integrationMetadata } of cards) {
      const { integration_id: integrationId } = (integrationMetadata ?? {}) as {
        readonly integration_id?: string;
      };
      if (connector === null || integrationMetadata === null || integrationId === undefined)
        continue;
      if (known.some((row) => row.paymentMethodId === paymentMethodId)) continue;
      forgottenCards.insert(batch, {
        customerAppId: tx.customerApp.id,
        paymentMethodId,
        live,
        integrationId,
        connector,
        gatewayAccount,
        integrationMetadata,
        followUpAt: tx.now,
        followUpsAsked: 0,
        createdAt: tx.systemNow,
      });
    }
    tx.write(batch);
  }

  async lock(tx: AppTx, paymentMethodId: PaymentMethodId): Promise<ForgottenCard | null> {
    const row = await forgottenCards.lock(tx, { paymentMethodId });
    return row && { row, schedule: new Schedule(row) };
  }

  save(tx: AppTx, { row, schedule }: ForgottenCard): void {
    const batch = new WriteBatch();
    forgottenCards.update(batch, { ...row, ...schedule.followUps });
    tx.write(batch);
  }

  /** The gateway has deleted it: nothing of it is kept here either. */
  async done(tx: AppTx, { row }: ForgottenCard): Promise<void> {
    await tx.query(DONE, [row.customerAppId, row.paymentMethodId]);
  }
}
