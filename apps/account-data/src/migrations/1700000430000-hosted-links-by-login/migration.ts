import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A browser that comes back from a bank finds the page that its login began on. */
export class HostedLinksByLogin1700000430000 implements MigrationInterface {
  readonly name = 'HostedLinksByLogin1700000430000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "hosted_links_login" ON "hosted_links" ("customer_app_id", "link_session_id")
       WHERE "link_session_id" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "hosted_links_login"`);
  }
}
