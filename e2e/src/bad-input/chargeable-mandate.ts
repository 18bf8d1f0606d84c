import { eventually, type Merchant } from '@towpath/testing';

/** A live mandate is asked for each month: a clock that moves by years would stop at each of them. */
const DAYS_OF_USE = 7;

/** A mandate on a known account that may be charged from now on; its ID. */
export async function chargeableMandateOf(
  merchant: Merchant,
  { accountId, senderAccountId }: { readonly accountId: string; readonly senderAccountId: string },
): Promise<string> {
  const { mandate_id: mandateId } = await merchant.createMandateForExistingSender({
    headers: { 'Idempotency-Key': `chargeable ${senderAccountId}` },
    body: {
      recipient_account: { account_id: accountId },
      sender_account: { account_id: senderAccountId },
      mandate_details: { currency: 'HKD', end_date: dayFromNow(DAYS_OF_USE) },
    },
  });
  await merchant.authorizeMandate({ path: { mandateId }, body: { enduser_consent: true } });
  const becomes = (expected: string) =>
    eventually(
      async () => {
        const { status } = await merchant.getMandate({ path: { mandateId } });
        return status === expected;
      },
      { deadlineMs: 30_000 },
    );
  // Its bank decides on command.
  await becomes('SUBMITTED');
  await merchant.updateTestMandateStatus({ path: { mandateId }, body: { status: 'SUCCEEDED' } });
  await becomes('SUCCEEDED');
  return mandateId;
}

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
