import {
  assertDefaultEndpoint,
  SANDBOX,
  type RawCallBack,
  type ReadCallBacks,
} from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { ReportedDispute } from '../../disputes/dispute.table.js';
import {
  ProcessorHasNone,
  ProcessorUnavailable,
  SimulatedProcessor,
  UnreadableNotification,
  type DisputeReference,
  type Evidence,
  type ListedAccounts,
  type TestDispute,
  type VerifiedNotification,
} from '../ports.js';
import { Members } from './members.js';
import { type ProcessorWire, isFreshMac } from './processor-wire.js';
import type { SandboxHttp } from './sandbox-http.js';

interface SandboxProcessorOptions {
  readonly wire: ProcessorWire;
  readonly http: SandboxHttp;
  /** The present secret, and the one before it while it is being replaced. */
  readonly secrets: readonly string[];
}

interface Asked {
  readonly processorReference: string;
  readonly command?: 'accept' | 'evidence';
  readonly body?: object;
}

/** A simulated card processor, for test apps only. Its wire defines the format. */
export class SandboxProcessor extends SimulatedProcessor {
  override readonly appType = 'TEST';
  override readonly connector = SANDBOX;
  override readonly integrationId: ProcessorWire['integrationId'];

  constructor(private readonly options: SandboxProcessorOptions) {
    super();
    this.integrationId = options.wire.integrationId;
  }

  override readCallBacks(raw: RawCallBack, endpointId: string | null) {
    return new Promise<ReadCallBacks<VerifiedNotification>>((resolve) => {
      resolve({ events: [this.verified(raw, endpointId)], answer: null });
    });
  }

  private verified(raw: RawCallBack, endpointId: string | null): VerifiedNotification {
    assertDefaultEndpoint(endpointId);
    const { wire, secrets } = this.options;
    const mac = wire.signature(raw);
    if (!mac || !isFreshMac(secrets, mac)) {
      throw new DomainError('UNAUTHORIZED', 'The signature of the notification is not valid.');
    }
    try {
      const body = raw.body.toString('utf8');
      const named = { gatewayReference: null, gatewayAccount: null };
      return { ...wire.name(Members.parse(body)), ...named, body };
    } catch (error) {
      if (!(error instanceof UnreadableNotification)) throw error;
      throw new DomainError('INVALID_REQUEST', `${error.message}.`);
    }
  }

  override read(body: string): ReportedDispute {
    return this.options.wire.dispute(Members.parse(body));
  }

  override async openDispute(order: TestDispute): Promise<ReportedDispute> {
    const answer = await this.options.http.send({
      method: 'POST',
      path: this.path(''),
      body: {
        customer_app_id: order.customerAppId,
        payment_id: order.paymentId,
        amount: order.amount,
        is_defendable: order.isDefendable,
      },
    });
    return this.read(answer);
  }

  override async decide(
    processorReference: string,
    { event }: { readonly event: string },
  ): Promise<ReportedDispute> {
    const path = this.path(`/${encodeURIComponent(processorReference)}/events`);
    return this.read(await this.options.http.send({ method: 'POST', path, body: { event } }));
  }

  override async find({ processorReference }: DisputeReference): Promise<ReportedDispute | null> {
    try {
      return this.reported(await this.ask('GET', { processorReference }));
    } catch (error) {
      if (error instanceof ProcessorHasNone) return null;
      throw error;
    }
  }

  override async accept({ processorReference }: DisputeReference): Promise<ReportedDispute> {
    return this.reported(await this.ask('POST', { processorReference, command: 'accept' }));
  }

  override async submitEvidence(
    { processorReference }: DisputeReference,
    { digest, documents }: Evidence,
  ): Promise<ReportedDispute> {
    const sent: string[] = [];
    for await (const document of documents) {
      const reference = encodeURIComponent(processorReference);
      const path = this.path(`/${reference}/documents/${document.digest}`);
      await this.options.http.send({ method: 'PUT', path, file: document });
      sent.push(document.digest);
    }
    const body = { digest, documents: sent };
    return this.reported(await this.ask('POST', { processorReference, command: 'evidence', body }));
  }

  override async *listOpen({ customerAppId }: ListedAccounts): AsyncIterable<ReportedDispute> {
    let after: string | null = '';
    while (after !== null) {
      const query = new URLSearchParams({ customer_app_id: customerAppId, after });
      const path = this.path(`?${query.toString()}`);
      const answer = await this.options.http.send({ method: 'GET', path });
      const page = understood(() => this.pageIn(answer));
      yield* page.disputes;
      after = page.nextAfter;
    }
  }

  private ask(method: 'GET' | 'POST', asked: Asked): Promise<string> {
    const { processorReference, command, body } = asked;
    const rest = command === undefined ? '' : `/${command}`;
    const path = this.path(`/${encodeURIComponent(processorReference)}${rest}`);
    return this.options.http.send({ method, path, ...(body ? { body } : {}) });
  }

  /** An unreadable answer says nothing about the outcome. */
  private reported(answer: string): ReportedDispute {
    return understood(() => this.read(answer));
  }

  private pageIn(answer: string) {
    const page = Members.parse(answer);
    const disputes = page.each('disputes').map((each) => this.options.wire.dispute(each));
    return { disputes, nextAfter: page.textOrNull('next_after') };
  }

  private path(rest: string): string {
    return `/${this.integrationId.toLowerCase()}/disputes${rest}`;
  }
}

function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableNotification)) throw error;
    throw new ProcessorUnavailable(error.message, { cause: error });
  }
}
