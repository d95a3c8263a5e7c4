import { execFileSync } from 'node:child_process'

/**
 * @param files of one page, from the root of the project; folders as well.
 * @param root of the project.
 * @returns the day of the last change to any of them, as `2026-07-31`. Undefined where nothing
 *   certain can be said: without git, without the whole history, or with changes that are in none.
 */
export function lastChanged(files: readonly string[], root = '.'): string | undefined {
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', root, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return undefined
    if (git('status', '--porcelain', '--', ...files) !== '') return undefined
    return git('log', '-1', '--format=%cs', '--', ...files).trim() || undefined
  } catch {
    return undefined
  }
}
