import { defineConfig } from 'vitest/config'
import { programmeWordsPlugin } from './tools/programme-words.ts'

/** Units and the server, next to what they test. The journeys are Playwright's. */
export default defineConfig({
  plugins: [programmeWordsPlugin()],
  test: {
    include: ['{app,forms,content,credential,server,cli,test,tools}/**/*.test.{ts,tsx}'],
    exclude: ['test/journeys/**', '**/node_modules/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
