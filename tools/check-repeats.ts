import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import organisation from '#content/organisation.json' with { type: 'json' }
import { repeated } from './programme-words.ts'
import { readWords } from './read-words.ts'

/**
 * Says which program repeats what stands in `content/`: the council's name and addresses, the fee,
 * the hours and the durations. Tests may: some hold the specification's exact words.
 */

const words = readWords()
const { headquarters, phones, emails, offices } = organisation
const onlyThere = [
  headquarters.street,
  headquarters.city,
  ...offices.flatMap(({ city, address }) => [city, address]),
  ...Object.values(phones),
  ...Object.values(emails),
]

const mistakes = execFileSync('git', ['ls-files', '--', 'app', 'server', 'tools', 'cli', 'forms'])
  .toString()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [
      ...repeated(text, words),
      ...onlyThere
        .filter((value) => text.includes(value))
        .map((value) => `${value}: take it from content/organisation.json`),
    ].map((mistake) => `${file}: ${mistake}`)
  })

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}
