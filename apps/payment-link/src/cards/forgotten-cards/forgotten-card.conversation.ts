import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { PaymentMethodId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, type AppTx } from '@towpath/persistence';
import { CardGatewayRegistry, GatewayUnavailable } from '../card-gateways/ports.js';
import type { ForgottenCardRow } from './forgotten-card.table.js';
import { ForgottenCardsService, type ForgottenCard } from './forgotten-cards.service.js';

interface ForgettingConversation {
  readonly id: PaymentMethodId;
  readonly locked: ForgottenCard;
  readonly order: ForgottenCardRow;
  readonly call: 'FORGET';
  readonly answer: object;
  readonly taken: { readonly next: null };
}

/** Asks the gateway to delete a card, until it has. A repeat is no error, so nothing is asked first. */
@Injectable()
export class ForgottenCardConversation extends defineConversation<ForgettingConversation>({
  name: 'forget-cards',
  table: 'forgotten_cards',
  id: 'payment_method_id',
  dueAt: 'follow_up_at',
  maxCalls: 1,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly cards: ForgottenCardsService,
    private readonly gateways: CardGatewayRegistry,
  ) {
    super(transactions, logger);
  }

  protected override lock(tx: AppTx, id: PaymentMethodId): Promise<ForgottenCard | null> {
    return this.cards.lock(tx, id);
  }

  protected override scheduleOf({ schedule }: ForgottenCard) {
    return schedule;
  }

  protected override save(tx: AppTx, card: ForgottenCard): void {
    this.cards.save(tx, card);
  }

  protected override question(_tx: AppTx, { row }: ForgottenCard) {
    return { order: row, call: 'FORGET' as const };
  }

  protected override async ask(row: ForgottenCardRow) {
    const appType = row.live ? 'LIVE' : 'TEST';
    await this.gateways.get({ ...row, appType }).forgetStored(row);
    return {};
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof GatewayUnavailable;
  }

  protected override async take(tx: AppTx, card: ForgottenCard) {
    await this.cards.done(tx, card);
    return { next: null };
  }
}
