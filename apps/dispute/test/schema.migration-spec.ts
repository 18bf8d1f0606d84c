import { walkMigrations } from '@towpath/persistence';
import { testDatabase } from '@towpath/testing';
import { disputeMigrations } from '../src/migrations/index.js';
import { entities } from '../src/persistence/entities.js';

it('the migrations of dispute lead to its tables and back', async () => {
  const database = await testDatabase('dispute', []);
  try {
    await walkMigrations({
      database,
      migrations: disputeMigrations,
      entities,
      steps: {
        BaseTables1700000000000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('outbox') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => expect(await db.query('SELECT * FROM outbox')).toEqual([]),
        },
        CreateDisputes1700000360000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('disputes') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => expect(await db.query('SELECT * FROM disputes')).toEqual([]),
        },
        CreateDisputeAnswers1700000440000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('dispute_answers') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => expect(await db.query('SELECT * FROM dispute_answers')).toEqual([]),
        },
        CreateDisputeEvidence1700000441000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('dispute_evidence') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => expect(await db.query('SELECT * FROM dispute_evidence')).toEqual([]),
        },
        ForgetUserMetadata1700000520000: {
          after: async (db) => expect(await db.query('SELECT * FROM parked_messages')).toEqual([]),
        },
      },
    });
  } finally {
    await database.drop();
  }
});
