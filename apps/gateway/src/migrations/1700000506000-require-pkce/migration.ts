import { asOwner } from '@towpath/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New apps must send the verifier of a code with a challenge; apps of before keep the choice. */
export class RequirePkce1700000506000 implements MigrationInterface {
  readonly name = 'RequirePkce1700000506000';
  /** Lines for the log of the operator. */
  readonly notes: string[] = [];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "customer_apps" ADD "pkce" text NOT NULL DEFAULT 'OPTIONAL',
       ADD CONSTRAINT "customer_apps_pkce_check" CHECK ("pkce" IN ('REQUIRED', 'OPTIONAL'))`,
    );
    await runner.query(`ALTER TABLE "customer_apps" ALTER "pkce" SET DEFAULT 'REQUIRED'`);
    await asOwner(runner, ['customer_apps'], () => this.nameApps(runner));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "customer_apps" DROP "pkce"`);
  }

  private async nameApps(runner: QueryRunner): Promise<void> {
    const apps = (await runner.query(
      `SELECT "customer_app_id" AS id, "name" FROM "customer_apps" ORDER BY 1`,
    )) as { readonly id: string; readonly name: string }[];
    if (apps.length === 0) return;
    const named = apps.map(({ id, name }) => `${id} (${name})`).join(', ');
    this.notes.push(
      `These customer apps may exchange a code without its PKCE verifier: ${named}. ` +
        'Require it with: customer-app update --id ID --pkce REQUIRED',
    );
  }
}
