import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { contentPlugin } from '@naic/site/tools/content-plugin.ts'

const everything = '{packages,apps,content,test,tools}/**/*.test.{ts,tsx}'

/** They start the program that was built, or one of its parts, and wait for it. */
const ofPrograms = [
  'test/programs/**/*.test.ts',
  'apps/site/tools/check-*.test.ts',
  'apps/site/server/pictures/drawer.test.ts',
  'apps/office/desk/serve/desk-metrics.test.ts',
]

/** The same for the council's command line and the staff's desk. */
const processes = 'apps/office/cli/processes/*.test.ts'

/**
 * The council's commands, each run as people type it, and what waits for real time-outs or signs
 * hundreds of certificates.
 */
const slow = [
  'apps/office/cli/commands/*.test.ts',
  'apps/office/desk/serve/{live-streams,keep-person}.test.ts',
  'apps/office/health/examine.test.ts',
  'packages/ledger/{command/hostile-sites,watch/watch-log}.test.ts',
  'packages/registry/{status-list-in-log,audit/{impossible,verify-log}}.test.ts',
  'packages/registry/stamps/checkpoint-stamps.test.ts',
  'packages/store/{mail/smtp-mailer,metrics/metrics,sheets/workbook}.test.ts',
]

const rigs = 'test/rigs/**/*.test.ts'
const deploy = 'test/deploy/**/*.test.ts'

/** They put something else in place of a module, which no other file may have imported before. */
const alone = ['packages/registry/issuing/issue-at-once.test.ts']

/** They need a store that speaks S3: one is started for all of them. */
const onStore = [
  'packages/store/files/s3-*.test.ts',
  'packages/registry/log/checkpoint-in-bucket.test.ts',
  'test/rigs/s3/*.test.ts',
  'test/rigs/copies/*.test.ts',
]

const never = ['test/journeys/**', '**/node_modules/**']

/** Tests that import one of these files, which need an engine. */
const importing = (...names: readonly string[]) => {
  const named = new RegExp(`/(${names.join('|')})\\.ts'`)
  return globSync('{packages,apps}/**/*.test.ts', { exclude: [...ofPrograms, processes] }).filter(
    (file) => named.test(readFileSync(file, 'utf8')),
  )
}

/** On SQLite among the units, and again on PostgreSQL among the rigs. */
const onBothEngines = importing(
  'registry-engines',
  'data-engines',
  'stored-applications',
  'describe-checkpoint-place',
).filter((file) => !file.startsWith('apps/office/cli/'))
const commandsOnBothEngines =
  'apps/office/{cli/{commands/{check,erase,every-command},processes/{killed,desk-attacked}},desk/serve/keep-person}.test.ts'
const onPostgres = importing('postgres-places', 'postgres-server')

/** Only what hangs should take so long: a busy machine may stand still for many seconds. */
const common = { testTimeout: 180_000, hookTimeout: 180_000 }

/** Half of what a program or a thread costs that is only started is Node's reading of its sources. */
const compiled = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/rigs') }

/**
 * Importing the server takes longer than most files do with it. They share what they import, and so
 * the folders that they copy; none leaves anything behind in a module.
 */
const inOneProcess = { env: { ...compiled, TEST_ENGINE: 'SQLite' }, isolate: false }

/** Data folders that tests copy from. Workers are ended before they could remove any. */
const madeFolders = mkdtempSync(path.join(tmpdir(), 'naic-made-'))
process.env['MADE_DATA_FOLDERS'] = madeFolders
process.once('exit', () => rmSync(madeFolders, { recursive: true, force: true }))

const postgres = 'test/support/postgres-server.ts'

/**
 * Everything but the journeys, which are Playwright's. `npm test` runs `unit` and `programs`,
 * `npm run test:rigs` the rigs, and `npm run test:deploy` what touches a machine.
 */
export default defineConfig({
  plugins: [contentPlugin()],
  test: {
    expect: { poll: { timeout: 90_000 } },
    // Vitest would leave one core to others.
    maxWorkers: '100%',
    setupFiles: 'test/support/before-every-file.ts',
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'unit',
          include: [everything],
          exclude: [
            ...ofPrograms,
            ...slow,
            ...onStore,
            ...onPostgres,
            ...alone,
            ...never,
            processes,
            rigs,
            deploy,
          ],
          ...inOneProcess,
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'programs',
          include: [...ofPrograms, ...alone],
          exclude: onPostgres,
          env: { ...compiled, TEST_ENGINE: 'SQLite' },
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'rigs',
          include: [rigs],
          exclude: onStore,
          globalSetup: postgres,
          env: compiled,
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'rigs of processes',
          include: [processes],
          env: { ...compiled, TEST_ENGINE: 'SQLite' },
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'rigs of commands',
          include: slow,
          exclude: onPostgres,
          ...inOneProcess,
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'rigs on PostgreSQL',
          include: [...onBothEngines, commandsOnBothEngines, ...onPostgres],
          exclude: [...onStore, ...alone],
          globalSetup: postgres,
          env: { ...compiled, TEST_ENGINE: 'PostgreSQL' },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'rigs on S3',
          include: onStore,
          globalSetup: [postgres, 'test/support/start-swift.ts'],
          env: compiled,
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'deploy',
          include: [deploy],
          globalSetup: postgres,
          env: compiled,
        },
      },
    ],
  },
})
