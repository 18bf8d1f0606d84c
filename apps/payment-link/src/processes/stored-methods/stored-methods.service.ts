import { Injectable } from '@nestjs/common';
import type {
  CreatePaymentMethodRequest,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { CardImportsService } from '../../cards/payment-methods/card-imports.service.js';
import { methodNotFound, parseMethodId } from '../../cards/payment-methods/stored-cards.reads.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';
import { MandateMethodsService } from '../../debit/mandate-methods/mandate-methods.service.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { StoredMethodsReads } from './stored-methods.reads.js';

/** Commands on stored payment methods: a card here, a mandate at its service and bank. */
@Injectable()
export class StoredMethodsService {
  constructor(
    private readonly reads: StoredMethodsReads,
    private readonly cards: StoredCardsService,
    private readonly cardImports: CardImportsService,
    private readonly mandateMethods: MandateMethodsService,
    private readonly names: InstitutionNamesReads,
  ) {}

  async import(
    app: CustomerAppId,
    rawUserId: string,
    body: CreatePaymentMethodRequest,
  ): Promise<PaymentMethodResponse> {
    if (body.payment_method_type !== 'MANDATE') {
      return this.cardImports.import(app, rawUserId, body);
    }
    return this.names.shown(await this.mandateMethods.import(app, rawUserId, body));
  }

  async cancel(app: CustomerAppId, rawId: string): Promise<PaymentMethodResponse> {
    const id = parseMethodId(rawId);
    const card = await this.cards.cancel(app, id);
    if (card) return card;
    if (!(await this.mandateMethods.cancel(app, id))) throw methodNotFound();
    return this.reads.get(app, id);
  }
}
