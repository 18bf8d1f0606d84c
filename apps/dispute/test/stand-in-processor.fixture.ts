import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Notice = Readonly<Record<string, unknown>>;

interface Kept {
  readonly notice: Notice;
  readonly answer: string | null;
  /** Digests of what was uploaded. */
  readonly documents: Set<string>;
  /** Digests that the answer names. */
  readonly evidence: readonly string[];
}

const TAKEN: Readonly<Record<string, Notice>> = {
  accept: { event: 'chargeback_accepted', status: 'accepted' },
  evidence: { event: 'evidence_received', status: 'under_review' },
};

/** The disputes of `GW1`, each of which takes one answer; it can be made to fall silent. */
export class StandInProcessor {
  private readonly disputes = new Map<string, Kept>();
  /** Where requests end without an answer: before they take effect, or after it. */
  silent: 'NEVER' | 'BEFORE' | 'AFTER' = 'NEVER';
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => this.answer(request, response, Buffer.concat(chunks)));
  });

  static async start(): Promise<StandInProcessor> {
    const processor = new StandInProcessor();
    processor.server.listen(0, '127.0.0.1');
    await once(processor.server, 'listening');
    return processor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  keep(notice: Notice): void {
    this.disputes.set(String(notice['dispute_reference']), {
      notice,
      answer: null,
      documents: new Set(),
      evidence: [],
    });
  }

  /** As if the dispute had never been. */
  forget(reference: string): void {
    this.disputes.delete(reference);
  }

  /** How often each command took effect is one or nothing: which one did. */
  answerTo(reference: string): string | null {
    return this.disputes.get(reference)?.answer ?? null;
  }

  /** Digests of the files that came with the answer. */
  evidenceOf(reference: string): readonly string[] {
    return this.disputes.get(reference)?.evidence ?? [];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
    if (this.silent === 'BEFORE') return void request.socket.destroy();
    const [, processor, list = '', reference, command, digest] = (request.url ?? '').split('/');
    if (reference === undefined) {
      const app = new URLSearchParams(list.split('?')[1]).get('customer_app_id');
      return this.list(processor === 'gw1' ? app : null, response);
    }
    const [status, body] =
      digest === undefined
        ? this.take(reference, command, content)
        : this.upload(reference, digest, content);
    if (this.silent === 'AFTER') return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  /** The open ones of an app; the other processors have none. */
  private list(customerAppId: string | null, response: ServerResponse): void {
    const all = [...this.disputes.values()].map(({ notice }) => notice);
    const disputes = all.filter(
      (each) => each['customer_app_id'] === customerAppId && each['status'] === 'open',
    );
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ disputes, next_after: null }));
  }

  private upload(reference: string, named: string, content: Buffer): [number, object] {
    const digest = createHash('sha256').update(content).digest('hex');
    if (digest !== named) return [400, { error: { message: 'It is another document.' } }];
    this.disputes.get(reference)?.documents.add(digest);
    return [200, {}];
  }

  private take(reference: string, command: string | undefined, content: Buffer): [number, object] {
    const kept = this.disputes.get(reference);
    if (!kept) return [404, { error: { message: 'There is no such dispute.' } }];
    if (command === undefined || kept.answer === command) return [200, kept.notice];
    if (kept.answer !== null) return [409, { error: { message: 'It was answered before.' } }];
    const { documents: evidence = [] } = (
      command === 'evidence' ? JSON.parse(content.toString()) : {}
    ) as { readonly documents?: readonly string[] };
    if (evidence.some((digest) => !kept.documents.has(digest))) {
      return [400, { error: { message: 'A document was not uploaded.' } }];
    }
    const notice = { ...kept.notice, ...TAKEN[command], position: 2 };
    this.disputes.set(reference, { ...kept, notice, answer: command, evidence });
    return [200, notice];
  }
}
