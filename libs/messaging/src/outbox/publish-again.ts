import pg from 'pg';

/**
 * Makes every event that was committed since an instant unpublished, so that the relay sends it
 * once more: consumers know an event by its ID. For a database that was restored; its service must
 * not run. Returns how many.
 * @param workerUrl the worker role of the service's database
 */
export async function publishAgain(workerUrl: string, since: Date): Promise<number> {
  const client = new pg.Client({ connectionString: workerUrl, application_name: 'publish-again' });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'UPDATE outbox SET published_at = NULL WHERE created_at > $1 AND published_at IS NOT NULL',
      [since],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
