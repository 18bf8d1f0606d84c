import { newId, type CustomerAppId, type DisputeId, type PaymentId } from '@towpath/kernel';
import fc from 'fast-check';
import type { DisputeReport } from './dispute.table.js';
import { Dispute } from './dispute.js';
import { disputeMachine, type DisputeState } from './dispute.transitions.js';

const AT = new Date('2031-03-01T12:00:00.000Z');
const TERMS = {
  disputeId: newId<DisputeId>(AT),
  customerAppId: newId<CustomerAppId>(AT),
  integrationId: 'GW1',
  connector: 'sandbox',
  gatewayAccount: null,
  processorReference: 'dp_1',
  paymentId: newId<PaymentId>(AT),
  userId: 'user',
  externalUserId: 'customer-42',
  paymentReference: null,
};

/** What a processor may report after each status; `+` begins the next round. */
const NEXT: Readonly<Record<DisputeState, readonly string[]>> = {
  ACTION_REQUIRED: ['PROCESSING', 'ACCEPTED', 'UNDEFENDED', 'WON', 'LOST'],
  PROCESSING: ['WON', 'LOST'],
  UNDEFENDED: ['LOST'],
  WON: ['+ACTION_REQUIRED', 'LOST'],
  LOST: ['WON', '+ACTION_REQUIRED'],
  ACCEPTED: ['LOST'],
};

function report(status: DisputeState, position: number, round: number): DisputeReport {
  return {
    position,
    round,
    status,
    eventName: status,
    amount: 12_500,
    currency: 'HKD',
    feeAmount: 1_500,
    isDefendable: true,
    isAutoDefended: false,
    defensePeriodDeadline: AT,
    arn: null,
    code: null,
    reason: null,
    processorStatus: status,
    merchantReference: null,
    paymentReference: null,
    cardBrand: null,
    issuerComments: null,
  };
}

/** All that a processor reports of one dispute, in its own order. */
const stories = fc.array(fc.nat(), { maxLength: 12 }).map((choices) => {
  const reported = [report('ACTION_REQUIRED', 1, 1)];
  for (const choice of choices) {
    const { status, position, round } = reported.at(-1) as DisputeReport;
    const possible = NEXT[status];
    const next = possible[choice % possible.length] ?? '';
    const isLater = next.startsWith('+');
    const to = next.replace('+', '') as DisputeState;
    reported.push(report(to, position + 1, isLater ? round + 1 : round));
  }
  return reported;
});

/** Everything arrives at least once: in any order, some of it again. */
const deliveries = stories.chain((reported) =>
  fc
    .tuple(fc.array(fc.constantFrom(...reported), { maxLength: 8 }), fc.constant(reported))
    .chain(([copies, all]) =>
      fc.shuffledSubarray([...all, ...copies], { minLength: all.length + copies.length }),
    ),
);

type Ours = 'remind' | 'lapse' | 'store';
const commands = fc.array(fc.constantFrom<Ours>('remind', 'lapse', 'store'), { maxLength: 30 });

/** What we do in between, where the status allows it. */
function act(dispute: Dispute, command: Ours | undefined): Dispute {
  // as every transaction finds it: loaded from its row
  if (command === 'store') return Dispute.restore(dispute.snapshot);
  if (command && dispute.status === 'ACTION_REQUIRED') {
    if (command === 'remind') dispute.remind(3, AT);
    else dispute.lapse(AT);
  }
  return dispute;
}

it('a dispute ends as its processor says, whatever the order, repeats and our commands', () => {
  fc.assert(
    fc.property(deliveries, commands, ([first, ...rest], ours) => {
      if (!first) return;
      let dispute = Dispute.open(TERMS, first, AT);
      let latest = first;
      let sequence = 0;
      let status: DisputeState | null = null;
      const follow = () => {
        for (const change of dispute.changes.filter((each) => each.sequence > sequence)) {
          expect([change.sequence, change.from]).toEqual([sequence + 1, status]);
          const { to } = disputeMachine.move(change.from, change.command);
          expect(change.to).toBe(to);
          [sequence, status] = [change.sequence, change.to];
        }
        expect([dispute.snapshot.sequence, dispute.status]).toEqual([sequence, status]);
      };
      follow();
      for (const [index, reported] of rest.entries()) {
        dispute = act(dispute, ours[index]);
        follow();
        const isLater = reported.position > latest.position;
        const before = dispute.snapshot;
        expect(dispute.take(reported, AT)).toBe(isLater);
        if (!isLater) expect(dispute.snapshot).toEqual(before);
        else expect(dispute.status).toBe(reported.status);
        if (isLater) latest = reported;
        follow();
      }
      expect(dispute.snapshot.report).toEqual(latest);
    }),
    { numRuns: 100 },
  );
});

it('a round stays when a later report does not say that it began', () => {
  const dispute = Dispute.open(TERMS, report('LOST', 1, 1), AT);
  dispute.take(report('ACTION_REQUIRED', 2, 2), AT);
  dispute.take(report('LOST', 3, 1), AT);
  expect(dispute.snapshot).toMatchObject({ status: 'LOST', report: { round: 2 } });
  const moves = dispute.changes.map(({ command }) => command);
  expect(moves).toEqual(['open', 'defend', 'lose', 'reopen', 'defend', 'lose']);
});
