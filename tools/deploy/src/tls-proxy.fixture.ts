import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeKeyStore } from '@towpath/local-system';
import { ApiClient, type ApiAnswer, type ApiRequest } from '@towpath/testing';
import { Agent, fetch } from 'undici';

/** The names that the world knows: none of this machine, none of a service. */
export const HOSTS = { api: 'api.example.test', pages: 'pay.example.test' } as const;

/** Ends TLS as an ingress controller does, and passes on to the gateway over HTTP. */
export class TlsProxy {
  /** Where it passes on to; set once the gateway's port is known. */
  target = '';

  private constructor(
    private readonly server: Server,
    private readonly agent: Agent,
  ) {
    server.on('request', (incoming, outgoing) => {
      const passed = httpRequest(`${this.target}${incoming.url}`, {
        method: incoming.method,
        headers: {
          ...incoming.headers,
          'x-forwarded-for': incoming.socket.remoteAddress ?? '',
          'x-forwarded-proto': 'https',
        },
      });
      passed.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
  }

  static async start(folder: string): Promise<TlsProxy> {
    const names = Object.values(HOSTS);
    const { file, password, certificate } = makeKeyStore({ folder, name: 'proxy', hosts: names });
    const server = createServer({ pfx: readFileSync(file), passphrase: password });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const agent = new Agent({
      connect: {
        ca: certificate,
        // As a DNS server of the world would answer.
        lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    });
    return new TlsProxy(server, agent);
  }

  url(host: keyof typeof HOSTS): string {
    return `https://${HOSTS[host]}:${(this.server.address() as AddressInfo).port}`;
  }

  /** A caller who trusts the proxy's certificate; redirects are not followed. */
  client(host: keyof typeof HOSTS): ApiClient {
    return new ProxiedClient(this.url(host), this.agent);
  }

  async stop(): Promise<void> {
    await this.agent.close();
    this.server.closeAllConnections();
    this.server.close();
  }
}

class ProxiedClient extends ApiClient {
  constructor(
    baseUrl: string,
    private readonly agent: Agent,
  ) {
    super(baseUrl);
  }

  override async send<T = unknown>({ method, path, ...rest }: ApiRequest): Promise<ApiAnswer<T>> {
    const answer = await fetch(`${this.baseUrl}${path}`, {
      method,
      dispatcher: this.agent,
      redirect: 'manual',
      headers: {
        ...rest.headers,
        ...(rest.token ? { authorization: `Bearer ${rest.token}` } : {}),
        ...(rest.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(rest.body === undefined ? {} : { body: JSON.stringify(rest.body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    const body = (isJson ? JSON.parse(text) : undefined) as T;
    return { status: answer.status, headers: new Headers([...answer.headers]), text, body };
  }
}
