/**
 * Of the engines that a test is written for, those that it runs on here: SQLite alone among the
 * units, PostgreSQL alone where the same files run a second time, and both in the rigs
 * (vitest.config.ts).
 */
export const enginesOfTheRun = <Engine extends { name: string }>(
  engines: readonly Engine[],
): readonly Engine[] => {
  const only = process.env['TEST_ENGINE']
  return engines.filter(({ name }) => only === undefined || name === only)
}
