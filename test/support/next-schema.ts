import { councilSchema } from '@naic/installation/council-schema.ts'
import type { Addition, Schema } from '@naic/platform/database/tables.ts'

/** What the next version might bring: a column in every table, and what belongs to people. */
export const nextSchema: Schema = {
  ...councilSchema,
  migrations: {
    ...councilSchema.migrations,
    '900-columns': {
      adds: Object.keys(councilSchema.tables).flatMap((table): Addition[] => [
        `ALTER TABLE ${table} ADD COLUMN later_word text`,
        `ALTER TABLE ${table} ADD COLUMN later_number integer NOT NULL DEFAULT 7`,
      ]),
    },
    '901-interviews': {
      adds: [
        'CREATE TABLE interview (application_id text PRIMARY KEY NOT NULL REFERENCES application (id) ON DELETE CASCADE, resume_key text NOT NULL)',
        'CREATE INDEX IF NOT EXISTS interview_by_resume ON interview (resume_key)',
      ],
    },
  },
}
