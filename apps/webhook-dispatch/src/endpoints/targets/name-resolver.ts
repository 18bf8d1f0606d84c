import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 1_500;
const TRIES = 2;
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME']);

/**
 * Asks the name servers directly. The system's own look-up has four threads for the whole process,
 * so a few names without an answer would delay every other endpoint.
 */
export class NameResolver {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** Its addresses, IPv4 first; empty when it has none. Rejects if no name server answers. */
  async resolve(host: string): Promise<readonly string[]> {
    const name = host.replace(/\.$/, '').toLowerCase();
    // RFC 6761: these names are never asked for.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const [four, six] = await Promise.allSettled([
      this.resolver.resolve4(name),
      this.resolver.resolve6(name),
    ]);
    if (four.status === 'rejected' && six.status === 'rejected') {
      if ([four, six].every(({ reason }) => isMissing(reason))) return [];
      throw isMissing(four.reason) ? six.reason : four.reason;
    }
    return [...valueOf(four), ...valueOf(six)];
  }
}

function valueOf(outcome: PromiseSettledResult<string[]>): string[] {
  return outcome.status === 'fulfilled' ? outcome.value : [];
}

function isMissing(error: unknown): boolean {
  return NO_ADDRESS.has((error as { code?: string }).code ?? '');
}
