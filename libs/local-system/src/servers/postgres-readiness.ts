import pg from 'pg';

const CONNECT_DEADLINE_MS = 5000;

/** Why a query cannot be made there; undefined when it can. */
export async function whyNotConnected(url: string): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_DEADLINE_MS,
  });
  try {
    // A connection lost between connect and query is also reported by an event, which needs a listener.
    const lost = new Promise<never>((_, reject) => client.once('error', reject));
    await Promise.race([client.connect().then(() => client.query('SELECT 1')), lost]);
    return undefined;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return message || code || 'no reason given';
  } finally {
    await client.end().catch((error: Error) => error.message);
  }
}
