import { inventedFacts } from '#content/invented-facts.ts'
import { type Config, isOfThisMachine } from '../config.ts'
import type { Database } from '../database/database.ts'
import { standingSamples } from '../council-issuer.ts'
import { type Found, right, warning } from './finding.ts'

/** That nobody launches with what was invented for a first look. */
export async function examineLaunch(
  { siteUrl }: Config,
  database: Database | undefined,
): Promise<Found[]> {
  const facts = inventedFacts()
  if (isOfThisMachine(siteUrl)) {
    return [
      right(
        facts.length === 0
          ? 'No fact is known to be invented.'
          : `${siteUrl} is this machine's own, where invented facts do no harm.`,
      ),
    ]
  }
  const found = facts.map(({ what, file, first, count }) =>
    warning(
      `Still invented: ${what} (${first}${count > 1 ? ` and ${count - 1} more` : ''}).`,
      `Fill them in in ${file}, build and start again (docs/deploying.md, "Before a launch").`,
    ),
  )
  const samples = database ? await standingSamples(database) : []
  if (samples.length > 0) {
    found.push(
      warning(
        `Sample certificates of invented people stand in the registry: ${samples.join(', ')}.`,
        'Revoke each: "council certificates revoke ID "issued in error" --no-letter". Or, before the first real one, begin with an empty DATA_DIR and without SAMPLE_CERTIFICATES.',
      ),
    )
  }
  return found.length > 0 ? found : [right('No fact is known to be invented.')]
}
