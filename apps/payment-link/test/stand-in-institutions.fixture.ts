import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const UNKNOWN = {
  error: { type: 'API_ERROR', error_code: 'INSTITUTION_NOT_FOUND', details: 'no', message: 'no' },
};

/**
 * Institutions as account-data answers for them. It knows none, unless a test adds some. Without it
 * each call would be repeated until its deadline.
 */
export class StandInInstitutions {
  /** Countries by institution. */
  readonly known = new Map<string, readonly string[]>();
  /** Requests are dropped without an answer. */
  away = false;
  private readonly server = createServer((request, response) => {
    if (this.away) return void request.socket.destroy();
    const id = request.url?.split('/').at(-1) ?? '';
    const countries = this.known.get(id);
    response.writeHead(countries ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(countries ? { institution_name: id, countries } : UNKNOWN));
  });

  static async start(): Promise<StandInInstitutions> {
    const institutions = new StandInInstitutions();
    institutions.server.listen(0, '127.0.0.1');
    await once(institutions.server, 'listening');
    return institutions;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
