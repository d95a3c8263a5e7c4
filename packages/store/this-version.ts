import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import program from '../../package.json' with { type: 'json' }

/** Which version of this program runs: the same on the command line, for watchers and in metrics. */
export const { version } = program

const file = path.join(import.meta.dirname, '../../release.json')

/** The commit that a release was made of; "none" in a repository, where files may have changed since. */
export const commit = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { commit: string }).commit
  : 'none'
