import { ConnectorClient, type ConnectorCall } from '@towpath/http';
import { ProcessorHasNone, ProcessorRefused, ProcessorUnavailable } from '../ports.js';

interface SandboxHttpOptions {
  readonly baseUrl: string;
  readonly secret: string;
}

const REFUSED = 400;
const NOT_FOUND = 404;

/** Calls of the simulated processors, with their refusals as errors of the port. */
export class SandboxHttp {
  private readonly client: ConnectorClient;

  constructor(options: SandboxHttpOptions) {
    this.client = new ConnectorClient({
      ...options,
      silence: ({ reason, cause }) => new ProcessorUnavailable(reason, { cause }),
    });
  }

  /** The body of a success, as text. Throws `ProcessorRefused` or `ProcessorUnavailable`. */
  async send(call: ConnectorCall): Promise<string> {
    const { status, text } = await this.client.sendForText(call);
    if (status === NOT_FOUND) throw new ProcessorHasNone(messageIn(text));
    if (status >= REFUSED) throw new ProcessorRefused(messageIn(text));
    return text;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

function messageIn(text: string): string {
  const found = /"message":"([^"]{1,300})"/.exec(text)?.[1];
  return found ?? 'The processor refused the request.';
}
