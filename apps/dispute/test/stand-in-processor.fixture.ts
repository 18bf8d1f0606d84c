import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Notice = Readonly<Record<string, unknown>>;

interface Kept {
  readonly notice: Notice;
  readonly answer: string | null;
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
    request.resume();
    request.on('end', () => this.answer(request, response));
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
    this.disputes.set(String(notice['dispute_reference']), { notice, answer: null });
  }

  /** How often each command took effect is one or nothing: which one did. */
  answerTo(reference: string): string | null {
    return this.disputes.get(reference)?.answer ?? null;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.silent === 'BEFORE') return void request.socket.destroy();
    const [, , , reference = '', command] = (request.url ?? '').split('/');
    const [status, body] = this.take(reference, command);
    if (this.silent === 'AFTER') return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  private take(reference: string, command: string | undefined): [number, object] {
    const kept = this.disputes.get(reference);
    if (!kept) return [404, { error: { message: 'There is no such dispute.' } }];
    if (command === undefined || kept.answer === command) return [200, kept.notice];
    if (kept.answer !== null) return [409, { error: { message: 'It was answered before.' } }];
    const notice = { ...kept.notice, ...TAKEN[command], position: 2 };
    this.disputes.set(reference, { notice, answer: command });
    return [200, notice];
  }
}
