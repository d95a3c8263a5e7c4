import { nearestMeant } from '@naic/store/sheets/nearest-meant.ts'
import {
  defaultOf,
  describedSettings,
  type SettingName,
  secretSettings,
} from './described-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What an installation is run with, for a person who looks at it. */
export type GivenSetting = {
  name: SettingName
  /** As it is set, or its default; no secret is in it. Undefined if there is neither. */
  value: string | undefined
  /** Undefined: nobody set it. */
  from: 'environment' | 'file' | undefined
}

const hidden = '********'

/** @returns every setting, in the order of the lists. */
export function givenSettings(environment: Environment): GivenSetting[] {
  const names = Object.keys(describedSettings) as SettingName[]
  return names.map((name) => {
    const given = environment[name]?.trim()
    if (given) return { name, value: shown(name, given), from: 'environment' }
    const file = environment[`${name}_FILE`]?.trim()
    if (file && secretSettings.has(name)) return { name, value: hidden, from: 'file' }
    return { name, value: defaultOf(name)?.replaceAll('`', ''), from: undefined }
  })
}

function shown(name: SettingName, text: string): string {
  const { secret } = describedSettings[name]
  if (secret === undefined) return text
  const url = secret === 'password' ? URL.parse(text) : undefined
  // Of what is no address, nobody knows where the password is.
  if (!url?.host) return hidden
  if (url.password) url.password = hidden
  return url.href
}

/** Other programs' names, which only look like ours. */
const others = /^(PG[A-Z]+|AWS_.*|CREDENTIALS_DIRECTORY)$/

type Misspelt = { name: string; meant: string }

export const noSetting = ({ name, meant }: Misspelt) =>
  `${name} is no setting, and nothing reads it. Is ${meant} meant?`

/**
 * A setting whose name has a slip would be ignored, and its default would hold.
 *
 * @returns the names that are near to one of ours, each with that.
 */
export function misspeltSettings(environment: Environment): Misspelt[] {
  const ours = [
    ...Object.keys(describedSettings),
    ...[...secretSettings].map((name) => `${name}_FILE`),
  ]
  return Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !ours.includes(name) && !others.test(name))
    .flatMap((name) => {
      const meant = /^[A-Z][A-Z0-9_]+$/.test(name) ? nearestMeant(name, ours) : undefined
      return meant ? [{ name, meant }] : []
    })
}
