import { defineConfig } from 'vitest/config'
import { programmeWordsPlugin } from './tools/programme-words.ts'

const everything = '{app,forms,content,credential,server,cli,test,tools}/**/*.test.{ts,tsx}'

/** What runs programs of its own, or what was built. */
const ofPrograms = ['test/rigs/**/*.test.ts', 'cli/*.test.ts']

/**
 * Everything but the journeys, which are Playwright's. `npm test` runs both projects;
 * `npm run test:unit` and `npm run test:rigs` one each.
 */
export default defineConfig({
  plugins: [programmeWordsPlugin()],
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [everything],
          exclude: [...ofPrograms, '**/node_modules/**'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'rigs',
          include: ofPrograms,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
