import type { CreateTestBillRequest } from '@towpath/sdk';

let bills = 0;

/** Another one each time; with every member. */
export function aBill(): CreateTestBillRequest {
  bills += 1;
  return {
    external_bill_id: `bill-${bills}`,
    external_user_id: 'customer-of-bills',
    bill_date: '2026-03-01T00:00:00Z',
    due_date: '2026-03-15T00:00:00Z',
    status: 'UNPAID',
    details: {
      total_amount_due: 12_500,
      currency: 'HKD',
      bill_reference_id: `REF-${bills}`,
      description: 'Rent',
    },
    sender_details: { name: 'Chan Tai Man' },
    integration_metadata: {
      integration_id: 'EXT',
      ext_metadata: {
        corp_code: 'corp',
        s_location_code: 'loc',
        tenant_id: 'tenant',
        i_anniv_days: 1,
        tenant_default_currency: 'HKD',
        s_unit_name: '12A',
        account_token: 'token',
        ledger_id: 'ledger',
        unit_id: 'unit',
        i_lease_num: '7',
        d_sched_out: '2027-01-01',
        unit_type_id: 'flat',
      },
    },
    is_autopay_eligible: false,
    metadata: { unit: '12A' },
  };
}
