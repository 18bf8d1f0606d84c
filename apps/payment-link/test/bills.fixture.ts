let bills = 0;

export const EXT_METADATA = {
  corp_code: 'corp',
  s_location_code: 'loc',
  tenant_id: 'tenant-Quill',
  i_anniv_days: 1,
  tenant_default_currency: 'HKD',
  s_unit_name: '12A',
  account_token: 'token',
  ledger_id: 'ledger',
  unit_id: 'unit',
  i_lease_num: '7',
  d_sched_out: '2027-01-01',
  unit_type_id: 'flat',
};

/** A bill as the external billing system tells of it; due in the past, without autopay. */
export function billBody(members: object = {}) {
  bills += 1;
  return {
    external_bill_id: `bill-${bills}-${process.pid}`,
    external_user_id: `tenant-${bills}`,
    bill_date: '2026-03-01T00:00:00Z',
    due_date: '2026-03-15T00:00:00Z',
    status: 'UNPAID',
    details: billDetails(`REF-${bills}`),
    sender_details: { name: 'Chan Tai Man' },
    integration_metadata: { integration_id: 'EXT', ext_metadata: EXT_METADATA },
    is_autopay_eligible: false,
    metadata: { unit: '12A' },
    ...members,
  };
}

export const billDetails = (reference: string, amount = 12_500) => ({
  total_amount_due: amount,
  currency: 'HKD',
  bill_reference_id: reference,
  description: 'Rent, March',
});
