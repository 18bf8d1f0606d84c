import { eventually, MandatePayer, type Merchant } from '@towpath/testing';

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

/** A mandate on a known account that waits for its payer; its ID. */
export async function mandateOf(
  merchant: Merchant,
  { accountId, senderAccountId }: { readonly accountId: string; readonly senderAccountId: string },
): Promise<string> {
  const mandate = await merchant.createMandateForExistingSender({
    headers: { 'Idempotency-Key': senderAccountId },
    body: {
      recipient_account: { account_id: accountId },
      sender_account: { account_id: senderAccountId },
      mandate_details: { currency: 'HKD' },
    },
  });
  return mandate.mandate_id;
}

/** A payer who authorizes a mandate, at a chosen bank. */
export async function mandatePayerOf(merchant: Merchant, accountId: string) {
  const { mandate_id: mandateId } = await merchant.createMandate({
    body: {
      recipient_account: { account_id: accountId },
      sender: { email: 'tm@example.com' },
      mandate_details: { currency: 'HKD' },
    },
  });
  const link = await merchant.getMandateAuthLink({
    body: { mandate_id: mandateId, link_customizations: { institution_id: 'testbank' } },
  });
  return {
    mandateId,
    token: link.access_token,
    linkToken: new URL(link.link_url).searchParams.get('token') ?? '',
    key: await new MandatePayer(merchant.api, link.access_token).key(),
  };
}
