import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface StandIn {
  readonly url: string;
  readonly seen: SeenRequest[];
  answer(handler: (request: SeenRequest, response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

/** A real HTTP server in the place of another service; by default it echoes. */
export async function startStandIn({ port: wanted = 0 } = {}): Promise<StandIn> {
  const seen: SeenRequest[] = [];
  let handler = (request: SeenRequest, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ echoed: request.body }));
  };
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    read(request).then(
      (body) => {
        seen.push({ method, url, headers, body });
        handler({ method, url, headers, body }, response);
      },
      // The gateway may cut a request off: then nobody waits for an answer.
      () => response.destroy(),
    );
  });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answer: (next) => {
      handler = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
