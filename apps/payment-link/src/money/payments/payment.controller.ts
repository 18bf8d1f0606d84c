import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  ListPaymentsQuery,
  ListPaymentsResponse,
  PaymentResponse,
  UpdatePaymentRequest,
} from '@towpath/contracts/payment-link';
import { Caller, Operation, pageOf, rangeOf } from '@towpath/http';
import { GetPayment } from './get-payment.query.js';
import { ListPayments } from './list-payments.query.js';
import type { PaymentFilters } from './ports.js';
import { UpdatePayment } from './update-payment.use-case.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';

@Controller()
export class PaymentController {
  constructor(
    private readonly getPayment: GetPayment,
    private readonly listPayments: ListPayments,
    private readonly updatePayment: UpdatePayment,
    private readonly names: InstitutionNamesReads,
  ) {}

  @Operation('listPayments', { response: ListPaymentsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListPaymentsQuery,
  ): Promise<ListPaymentsResponse> {
    const range = rangeOf(query);
    const found = await this.listPayments.execute(customerAppId, filtersOf(query), range);
    const page = pageOf(found.rows, found.total, query);
    return this.names.shown({
      payments: page.rows.map(({ body }) => body),
      total_payments: page.total,
      next_cursor: page.next_cursor,
    });
  }

  @Operation('getPayment', { response: PaymentResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('paymentId') paymentId: string,
  ): Promise<PaymentResponse> {
    return this.names.shown(await this.getPayment.execute(customerAppId, paymentId));
  }

  @Operation('updatePayment', { response: PaymentResponse })
  async update(
    @Caller() { customerAppId }: Caller,
    @Param('paymentId') paymentId: string,
    @Body() { metadata }: UpdatePaymentRequest,
  ): Promise<PaymentResponse> {
    const body = await this.updatePayment.execute(customerAppId, paymentId, { metadata });
    return this.names.shown(body);
  }
}

/** The older single-valued parameters narrow the newer lists. */
function filtersOf(query: ListPaymentsQuery): PaymentFilters {
  return {
    dateFrom: query.date_from ?? null,
    dateTo: query.date_to ?? null,
    statuses: query.statuses ?? [],
    types: both(query.payment_types, query.payment_type),
    currencies: both(query.currencies, query.currency),
    senderType: query.sender_type ?? null,
    userId: query.user_id ?? null,
    mandateId: query.mandate_id ?? null,
    institutionId: query.institution_id ?? null,
  };
}

function both<T>(list: readonly T[] | undefined, single: T | undefined): readonly T[] {
  return [...(list ?? []), ...(single === undefined ? [] : [single])];
}
