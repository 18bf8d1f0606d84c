import { createLoginGuesses, dropLoginGuesses } from '@towpath/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Guesses of logins are limited, over all apps. */
export class LimitLoginGuesses1700000511000 implements MigrationInterface {
  readonly name = 'LimitLoginGuesses1700000511000';

  async up(runner: QueryRunner): Promise<void> {
    await createLoginGuesses(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropLoginGuesses(runner);
  }
}
