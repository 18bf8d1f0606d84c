import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes what goes to a double, or what comes from it. */
export interface DoorFault {
  readonly request?: (form: string) => string;
  readonly answer?: (body: string) => string;
}

/** The way to a double, where a test plants faults. */
export class DoubleDoor {
  fault: DoorFault = {};

  private readonly server = createServer((request, response) => {
    void this.passed(request).then(async (answer) => {
      const { answer: changed = (text: string) => text } = this.fault;
      const headers = Object.fromEntries(answer.headers);
      for (const name of OF_CONNECTION) delete headers[name];
      response.writeHead(answer.status, headers).end(changed(await answer.text()));
    });
  });

  private constructor(private readonly doubleUrl: string) {}

  static async open(doubleUrl: string): Promise<DoubleDoor> {
    const door = new DoubleDoor(doubleUrl);
    door.server.listen(0, '127.0.0.1');
    await once(door.server, 'listening');
    return door;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async passed(request: IncomingMessage): Promise<Response> {
    const { request: changed = (text: string) => text } = this.fault;
    const { method = 'GET', url = '/', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !OF_CONNECTION.includes(name) ? [[name, value]] : [],
    );
    const body = changed(Buffer.concat(chunks).toString());
    return fetch(`${this.doubleUrl}${url}`, {
      ...{ method, headers: Object.fromEntries(sent), redirect: 'manual' },
      ...(method === 'GET' ? {} : { body }),
    });
  }
}

const OF_CONNECTION = [
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
];
