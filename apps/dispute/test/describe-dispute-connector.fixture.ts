import { createHash } from 'node:crypto';
import { newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import type { ReportedDispute } from '../src/disputes/dispute.table.js';
import {
  ProcessorRefused,
  ProcessorUnavailable,
  type DisputeProcessor,
  type Evidence,
  type EvidenceDocument,
} from '../src/processors/ports.js';

/** A connector with the processor behind it. */
export interface ConnectedProcessor {
  readonly connector: DisputeProcessor;
  /** The same connector, whose processor is away. */
  readonly away: DisputeProcessor;
  /** Payments that card holders can contest. */
  captured(customerAppId: CustomerAppId, count: number): Promise<PaymentId[]>;
  /** A card holder contests a payment: it can be answered for 14 days. */
  contest(payment: {
    readonly customerAppId: CustomerAppId;
    readonly paymentId: PaymentId;
  }): Promise<ReportedDispute>;
  /** Stops the clock of an app at an instant. */
  freezeClock(customerAppId: string, at: Date): Promise<void>;
}

const DAY_MS = 86_400_000;
const T0 = new Date('2031-03-01T12:00:00.000Z');
const COPIES = 16;
const MORE_THAN_A_PAGE = 101;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const DOCUMENT = Buffer.from('%PDF-1.7 a receipt');
const evidence = (text: string, ...documents: readonly Buffer[]): Evidence => ({
  digest: digestOf(text),
  documents: asyncOf(documents),
});

async function* asyncOf(contents: readonly Buffer[]): AsyncIterable<EvidenceDocument> {
  for (const content of contents) {
    yield await Promise.resolve({
      digest: digestOf(content.toString()),
      mediaType: 'application/pdf',
      content,
    });
  }
}

/** What every processor behind the port must do: no answer of the merchant counts twice. */
export function describeDisputeConnector(name: string, subject: () => ConnectedProcessor): void {
  const processor = () => subject().connector;
  let customerAppId: CustomerAppId;
  beforeEach(async () => {
    customerAppId = newId<CustomerAppId>(new Date());
    await subject().freezeClock(customerAppId, T0);
  });

  const at = (processorReference: string) => ({
    processorReference,
    customerAppId,
    gatewayAccount: null,
  });
  const accounts = () => ({ customerAppId, gatewayAccounts: [null] });
  const contested = async (): Promise<ReportedDispute> => {
    const [paymentId = '' as PaymentId] = await subject().captured(customerAppId, 1);
    return subject().contest({ customerAppId, paymentId });
  };
  const listed = async (): Promise<ReportedDispute[]> => {
    const found: ReportedDispute[] = [];
    for await (const each of processor().listOpen(accounts())) found.push(each);
    return found;
  };

  describe(`dispute connector ${name}`, () => {
    it('finds a dispute as its notification described it, and none that is unknown', async () => {
      const dispute = await contested();
      expect(await processor().find(at(dispute.processorReference))).toEqual(dispute);
      expect(await processor().find(at('dp_unknown'))).toBeNull();
    });

    it('accepts once, however often it is asked, and takes no evidence afterwards', async () => {
      const { processorReference } = await contested();
      const copies = Array.from({ length: COPIES }, () =>
        processor().accept(at(processorReference)),
      );
      const reported = (await Promise.all(copies)).map(({ report }) => report);
      expect(new Set(reported.map(({ status }) => status))).toEqual(new Set(['ACCEPTED']));
      expect(new Set(reported.map(({ position }) => position))).toEqual(new Set([2]));
      const late = processor().submitEvidence(at(processorReference), evidence('late'));
      await expect(late).rejects.toThrow(ProcessorRefused);
      expect(await listed()).toEqual([]);
    });

    it('takes evidence once, and nothing else afterwards', async () => {
      const { processorReference } = await contested();
      const send = (text: string) =>
        processor().submitEvidence(at(processorReference), evidence(text, DOCUMENT));
      const reported = (await Promise.all(Array.from({ length: COPIES }, () => send('one')))).map(
        ({ report }) => [report.status, report.position],
      );
      expect(reported).toEqual(Array.from({ length: COPIES }, () => ['PROCESSING', 2]));
      await expect(send('another')).rejects.toThrow(ProcessorRefused);
      await expect(processor().accept(at(processorReference))).rejects.toThrow(ProcessorRefused);
      expect((await processor().find(at(processorReference)))?.report.status).toBe('PROCESSING');
    });

    it('refuses both when the deadline has passed', async () => {
      const { processorReference, report } = await contested();
      const deadline = new Date(T0.getTime() + 14 * DAY_MS);
      expect(report.defensePeriodDeadline).toEqual(deadline);
      await subject().freezeClock(customerAppId, deadline);
      const late = processor().submitEvidence(at(processorReference), evidence('late'));
      await expect(late).rejects.toThrow(ProcessorRefused);
      await expect(processor().accept(at(processorReference))).rejects.toThrow(ProcessorRefused);
    });

    it('lists all open disputes of an app, and of no other', async () => {
      const payments = await subject().captured(customerAppId, MORE_THAN_A_PAGE);
      const opened = await Promise.all(
        payments.map((paymentId) => subject().contest({ customerAppId, paymentId })),
      );
      customerAppId = newId<CustomerAppId>(new Date());
      const foreign = await contested();
      expect(await listed()).toEqual([foreign]);
      customerAppId = opened[0]?.customerAppId as CustomerAppId;
      const ids = (all: readonly ReportedDispute[]) => all.map((each) => each.paymentId).toSorted();
      expect(ids(await listed())).toEqual(ids(opened));
    });

    it('tells an unknown outcome from a refusal', async () => {
      const { away } = subject();
      const calls = [
        away.find(at('dp_1')),
        away.accept(at('dp_1')),
        away.submitEvidence(at('dp_1'), evidence('one')),
        away.listOpen(accounts())[Symbol.asyncIterator]().next(),
      ];
      for (const call of calls) await expect(call).rejects.toThrow(ProcessorUnavailable);
      await expect(processor().accept(at('dp_unknown'))).rejects.toThrow(ProcessorRefused);
    });
  });
}
